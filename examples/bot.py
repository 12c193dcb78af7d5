"""A player over the network, in forty lines: it takes a seat by its token and answers whatever it is asked.

Run it with the address of a server, the id of a game and the token of a seat:

    python examples/bot.py http://127.0.0.1:8765 GAME TOKEN
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from websockets.sync.client import connect


def answer_to(question: dict[str, Any]) -> Any:
    """Something lawful: what the server suggests, one of the options, or as many of them as are wanted."""
    if question["kind"] == "dice":
        return [random.randint(1, question["sides"]) for _ in range(question["count"])]
    if question["kind"] == "choose_some":
        return [option["answer"] for option in question["options"][: question["least"] or question["most"]]]
    offers = question["suggestions"] or question["options"]
    return random.choice(offers)["answer"]


def play(server: str, game: str, token: str) -> Any:
    """Answer until the battle is over; how it ended."""
    address = f"{server.replace('http', 'ws', 1)}/api/games/{game}/socket?token={token}"
    answered = -1
    with connect(address, max_size=None) as socket:
        for raw in socket:
            message = json.loads(raw)
            if message["type"] in ("refused", "error"):
                print(message["why"], file=sys.stderr)
            if message["type"] != "state":
                continue
            if message["result"]:
                return message["result"]
            question = message["question"]
            if question and question["number"] != answered:
                answered = question["number"]
                reply = {"type": "answer", "number": answered, "answer": answer_to(question)}
                socket.send(json.dumps(reply))
    return None


if __name__ == "__main__":
    print(play(*sys.argv[1:4]))
