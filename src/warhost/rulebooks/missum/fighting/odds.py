"""Attack odds: the attack with all its modifiers, less the defense, looked up on the chart.

[mis.odds.difference] [mis.odds.modifiers] [mis.odds.casualties]
"""

from __future__ import annotations

import msgspec

from warhost.engine.chain import Chain, Percentage
from warhost.engine.tally import Tally

from ..bodies import troop
from ..command import presence
from ..moving.allowance import under
from ..setting import Fight

TENFOLD, FIVEFOLD = 10, 5
"""[mis.scale.serudla-target] [mis.scale.engine-target]"""


class Attack(msgspec.Struct, frozen=True):
    """So many figures against a target: the odds with their reasons, and the casualties in hundredths."""

    striker: int
    target: int
    figures: int
    tally: Tally
    casualties: int
    weapon: str
    rule: str
    overhead: bool = False  # missiles straight up, which come down again

    @property
    def chain(self) -> Chain:
        return Chain(Percentage(self.casualties, f"casualties of {self.weapon}", self.rule))


def common(fight: Fight, striker: int, target: int, tally: Tally) -> None:
    """What counts in melee and with missiles alike.

    [mis.command.dritlan-attack] [mis.command.dritlan-defense]
    [mis.command.kerdu-attack] [mis.command.kerdu-defense]
    """
    pieces = fight.state.pieces
    worth, who = presence(fight, striker)
    if worth:
        tally.add(worth, f"mis.command.{who}-attack", f"{who} with the attackers")
    worth, who = presence(fight, target)
    if worth:
        tally.add(-worth, f"mis.command.{who}-defense", f"{who} with the target")
    sheet = fight.setting.charts.situations
    if pieces[striker].disorganized:
        tally.add(sheet.disorganized_attack.value, "mis.disorg.attack", "attackers disorganized")
    if pieces[target].disorganized:
        tally.add(sheet.disorganized_against.value, "mis.disorg.attack", "target disorganized")
    for number, gift, peace in (
        (striker, sheet.gift_attack, sheet.peace_attack),
        (target, sheet.gift_against, sheet.peace_against),
    ):
        cursed, blessed = under(fight, pieces[number], "gift"), under(fight, pieces[number], "peace")
        if cursed and not blessed:
            tally.add(gift.value, "mis.spell.gift", "Gift of Hry'ý")
        if blessed and not cursed:
            tally.add(peace.value, "mis.spell.peace", "Peace of Hnálla")


def settle(
    fight: Fight, striker: int, target: int, figures: int, tally: Tally, weapon: str, rule: str, times: int = 10
) -> Attack:
    """The number of the chart; `times` is in tenths: engines shoot with two.

    [mis.scale.serudla-attack] [mis.scale.engine-melee] [mis.scale.engine-missile]
    """
    found = fight.setting.charts.casualties(tally.total, figures)
    kind = troop(fight, target)
    if kind.has("dreadful"):
        found *= TENFOLD
    elif kind.kind == "battery":
        found *= FIVEFOLD
    found = (found * times + 5) // 10
    return Attack(striker, target, figures, tally, found, weapon, rule)
