"""Stands in for logind and systemd on a bus of a test's own: takes inhibitors, and tells of shutdowns when asked to on its input."""
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

MANAGER = "org.freedesktop.login1.Manager"


def say(text):
    print(text, flush=True)


class Manager(dbus.service.Object):
    SUPPORTS_MULTIPLE_OBJECT_PATHS = True

    @dbus.service.method(MANAGER, in_signature="ssss", out_signature="h")
    def Inhibit(self, what, who, why, mode):
        reading, writing = os.pipe()
        GLib.io_add_watch(reading, GLib.IO_HUP, self.released)
        handed = dbus.types.UnixFd(writing)
        os.close(writing)
        say("inhibited %s %s %s" % (what, who, mode))
        return handed

    def released(self, reading, condition):
        os.close(reading)
        say("released")
        return False

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return dbus.UInt64(int(sys.argv[1]), variant_level=1)

    @dbus.service.method("org.freedesktop.systemd1.Manager", in_signature="ssi")
    def KillUnit(self, unit, which, signal):
        say("signal %d to %s" % (signal, unit))

    @dbus.service.signal(MANAGER, signature="b")
    def PrepareForShutdown(self, begins):
        pass


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
name = dbus.service.BusName("org.freedesktop.login1", bus)
systemd = dbus.service.BusName("org.freedesktop.systemd1", bus)
manager = Manager(bus, "/org/freedesktop/login1")
manager.add_to_connection(bus, "/org/freedesktop/systemd1")
loop = GLib.MainLoop()


def told(channel, condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    manager.PrepareForShutdown(line.strip() == "down")
    return True


GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, told)
say("ready")
loop.run()
