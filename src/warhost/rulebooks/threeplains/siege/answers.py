"""What a siege answers where the phases ask about works, equipment and what is carried, question by question."""

from __future__ import annotations

from ..scenario.fabric import FABRIC, Fabric
from ..scenario.load import LOAD, Load
from ..scenario.ramparts import RAMPARTS, Ramparts
from ..scenario.sights import SIGHTS, Sights
from ..setting import Fight
from ..wounds.hits import Attack
from .bombardment import (
    at_the_walls,
    burning,
    by_what_they_carry,
    enemy_works,
    near_the_burst,
    under_the_template,
)
from .fixtures import fixed_there, out_of_hand, whole_model
from .fleeing import down_from_the_works
from .idle_hands import held_back, not_all_hands
from .implements import drop_for_want_of_hands, no_dash, over_open_ground_only, slowed, uses_it_at_once
from .indoors import room_beside_no_enemy
from .manning import along_the_works, crowded, held_or_taken, kept_off, on_the_tops, over_the_works
from .rams import on_the_way
from .rules import behind_turrets
from .rungs import struck_on_the_ladder
from .storming import behind_their_turrets, off_the_ramp, turrets_are_held
from .together import too_far_from_the_others


@RAMPARTS("tp.siege.levels")
class Fortress(Ramparts):
    """[tp.siege.levels] [tp.siege.move.who] [tp.siege.move.inside]"""

    raised = staticmethod(over_the_works)
    own_ground = staticmethod(along_the_works)
    perches = staticmethod(on_the_tops)
    barred = staticmethod(kept_off)
    overburdened = staticmethod(crowded)
    no_perch = staticmethod(held_or_taken)
    room_on_the_way = staticmethod(room_beside_no_enemy)
    strays = staticmethod(too_far_from_the_others)
    held_against = staticmethod(turrets_are_held)
    met_on_a_ladder = staticmethod(struck_on_the_ladder)
    comes_down = staticmethod(down_from_the_works)


@FABRIC("tp.siege.attack_structures")
class Built(Fabric):
    """[tp.siege.attack_structures] [tp.siege.destroyed_structure]"""

    one_body = staticmethod(whole_model)
    falls_with = staticmethod(fixed_there)
    thrown_down = staticmethod(off_the_ramp)
    unstruck = staticmethod(out_of_hand)
    assaults = staticmethod(on_the_way)
    marks = staticmethod(enemy_works)
    hurls = staticmethod(at_the_walls)
    laid_over = staticmethod(under_the_template)
    burst_round = staticmethod(near_the_burst)

    def kept_off(self, fight: Fight, attack: Attack) -> Attack:
        """Equipment catches missiles, turrets what comes over them.  [tp.siege.no_hit_bonuses]"""
        return behind_their_turrets(fight, by_what_they_carry(fight, attack))


@LOAD("tp.siege.equip.drop")
class Train(Load):
    """[tp.siege.equip.drop] [tp.siege.equip.pick_up]"""

    burden = staticmethod(slowed)
    too_heavy = staticmethod(no_dash)
    impeded = staticmethod(over_open_ground_only)
    used_at_once = staticmethod(uses_it_at_once)
    fewer_hands = staticmethod(drop_for_want_of_hands)


@SIGHTS("tp.siege.flaming_arrows")
class FromTheWalls(Sights):
    """[tp.siege.hard_cover] [tp.siege.flaming_arrows] [tp.siege.idle_hands] [tp.siege.shoot_into_wall_combat]"""

    sheltered = staticmethod(behind_turrets)
    burns_well = staticmethod(burning)
    shoots_in_combat = staticmethod(not_all_hands)
    endangers_nobody = staticmethod(held_back)
