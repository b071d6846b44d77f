"""TCP links that can be cut, held up and slowed. Takes one order a line from its standard input, as JSON:

  ["open", name, port, target port]   ["cut", name]   ["hold", name]   ["slow", name, milliseconds]   ["heal", name]
"""
import asyncio
import json
import sys


class Link:
    def __init__(self, target):
        self.target, self.delay, self.cut = target, 0, False
        self.free = asyncio.Event()
        self.free.set()
        self.writers = set()

    async def accept(self, reader, writer):
        if self.cut:
            writer.close()
            return
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        both = {writer, there_writer}
        self.writers |= both
        try:
            await asyncio.gather(self.pump(reader, there_writer), self.pump(there_reader, writer))
        finally:
            self.writers -= both

    async def pump(self, reader, writer):
        try:
            while data := await reader.read(1 << 16):
                await self.free.wait()
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    def order(self, what, arguments):
        if what == "cut":
            self.cut = True
            for writer in list(self.writers):
                writer.transport.abort()
        elif what == "hold":
            self.free.clear()
        elif what == "slow":
            self.delay = arguments[0] / 1000
        elif what == "heal":
            self.cut, self.delay = False, 0
            self.free.set()


async def main():
    links = {}
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := await orders.readline():
        what, name, *arguments = json.loads(line)
        if what == "open":
            links[name] = Link(arguments[1])
            await asyncio.start_server(links[name].accept, "127.0.0.1", arguments[0])
        else:
            links[name].order(what, arguments)
        print("done", flush=True)


asyncio.run(main())
