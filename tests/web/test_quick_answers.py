"""Small answers are sent at once: a preview that waits for the network is none."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from lackmus.web.serving import Address, _listening


def test_no_connection_waits_for_more_to_send() -> None:
    """Without TCP_NODELAY every answer on a kept connection takes 40 ms longer."""

    async def connected() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            at_once = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            found.set_result(at_once)
            writer.close()

        with closing(_listening(Address(port=0))) as listening:
            server = await asyncio.start_server(answer, sock=listening)
            async with server:
                _, writer = await asyncio.open_connection(*listening.getsockname())
                at_once = await asyncio.wait_for(found, 10)
                writer.close()
                await writer.wait_closed()
        return at_once

    with ThreadPoolExecutor(1) as elsewhere:  # a browser of other tests may have a loop running here
        assert elsewhere.submit(lambda: asyncio.run(connected())).result(30)
