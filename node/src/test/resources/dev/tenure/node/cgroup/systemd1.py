"""Stands in for systemd on a bus of a test's own: tells of each call for a unit, line by line, and knows the units that it was asked for."""
import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

MANAGER = "org.freedesktop.systemd1.Manager"
JOB = dbus.ObjectPath("/org/freedesktop/systemd1/job/1")
units = set()


def text(value):
    if isinstance(value, dbus.Array):
        return "%s[%s]" % (value.signature, " ".join(value))
    kinds = {dbus.UInt64: "t", dbus.Boolean: "b", dbus.String: "s"}
    return "%s:%s" % (kinds[type(value)], int(value) if isinstance(value, dbus.Boolean) else value)


def say(what, unit, properties):
    print(" ".join([what, unit] + sorted("%s=%s" % (name, text(value)) for name, value in properties)), flush=True)


class Manager(dbus.service.Object):
    @dbus.service.method(MANAGER, in_signature="ssa(sv)a(sa(sv))", out_signature="o")
    def StartTransientUnit(self, unit, mode, properties, others):
        if unit in units:
            raise dbus.DBusException(
                "Unit %s was already loaded or has a fragment file." % unit,
                name="org.freedesktop.systemd1.UnitExists")
        if not str(unit).endswith(".slice"):
            raise dbus.DBusException("Unit name %s is not valid." % unit, name="org.freedesktop.DBus.Error.InvalidArgs")
        units.add(unit)
        say("start-" + mode, unit, properties)
        return JOB

    @dbus.service.method(MANAGER, in_signature="sba(sv)")
    def SetUnitProperties(self, unit, runtime, properties):
        say("set-runtime" if runtime else "set", unit, properties)

    @dbus.service.method(MANAGER, in_signature="ss", out_signature="o")
    def StopUnit(self, unit, mode):
        if unit not in units:
            raise dbus.DBusException("Unit %s not loaded." % unit, name="org.freedesktop.systemd1.NoSuchUnit")
        units.discard(unit)
        say("stop-" + mode, unit, [])
        return JOB


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
name = dbus.service.BusName("org.freedesktop.systemd1", bus)
manager = Manager(bus, "/org/freedesktop/systemd1")
print("ready", flush=True)
GLib.MainLoop().run()
