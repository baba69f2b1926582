"""What `expert` says at coinche: the contracts that its worlds can reach.

Its worlds agree with what was said: the strains that its partner and the others have bid lie as
`regular` would have held them. As at the prise, what they promise is a third of an estimate whose
rest is the table of `regular`: by the worlds alone it coinched too often and lost marks. Belote
counts, annonces do not. The thresholds are those of `regular`.
"""

from __future__ import annotations

from belote.game.auction import (
    CAPOT_RANK,
    COINCHE,
    NO_BID,
    PASS,
    SURCOINCHE,
    rank_of,
    trump_of,
)
from belote.players.expert.bidding import estimate
from belote.players.expert.open_cards import OpenCards
from belote.players.regular.contracts import (
    CAPOT_ASKS,
    CAPOT_FROM,
    COINCHE_FROM,
    COMPETING,
    MARGIN,
    SURCOINCHE_FROM,
    own_value,
    surplus,
    with_partner,
)
from belote.players.seat import Call
from belote.players.views import AuctionView

STRAINS = 2
"""How many of its own best strains, by the table of `regular`, it thinks about."""


def bid(auction: AuctionView, cards: OpenCards) -> int:
    """The word said."""
    call = auction.masks
    assert isinstance(call, Call)
    others_bid = call.bid != NO_BID and (call.bidder ^ call.seat) & 1 != 0
    if call.level > 0 and (call.level == 2 or others_bid):
        return PASS
    if call.level == 1:
        return SURCOINCHE if _surplus(auction, call, cards) >= SURCOINCHE_FROM else PASS
    if others_bid and _surplus(auction, call, cards) <= -COINCHE_FROM:
        return COINCHE
    reach, trump = _reach(auction, call, cards)
    reach += COMPETING if others_bid else 0
    rank = CAPOT_RANK if reach >= CAPOT_FROM else min(int((reach - 70) // 10), CAPOT_RANK - 1)
    return 8 * rank + trump if rank > rank_of(call.bid) else PASS


def _surplus(auction: AuctionView, call: Call, cards: OpenCards) -> float:
    """Points that the side that bid last is expected to make beyond its contract."""
    trump = int(trump_of(call.bid))
    asks = CAPOT_ASKS if rank_of(call.bid) == CAPOT_RANK else 70 + 10 * int(rank_of(call.bid))
    solved = sum(cards.points(auction, [trump], call.bidder)[trump])
    return estimate(float(surplus(call)), solved - asks)


def _reach(auction: AuctionView, call: Call, cards: OpenCards) -> tuple[float, int]:
    """(contract that its side can reach, strain): of its own best strains, or its partner's."""
    by_table = {strain: float(own_value(call.hand, strain)) for strain in range(6)}
    strains = sorted(by_table, key=lambda strain: -by_table[strain])[:STRAINS]
    partners = int(trump_of(call.partner_bid)) if call.partner_bid != NO_BID else None
    if partners is not None and partners not in strains:
        strains.append(partners)
    if partners is not None:
        by_table[partners] = max(by_table[partners], float(with_partner(call)) + MARGIN)
    solved = cards.points(auction, strains, call.seat)
    reach = {strain: estimate(by_table[strain], sum(solved[strain])) for strain in strains}
    best = max(strains, key=lambda strain: reach[strain])
    return reach[best] - MARGIN, best
