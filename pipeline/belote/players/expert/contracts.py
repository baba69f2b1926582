"""What `expert` says at coinche: contracts that its worlds can reach."""

from __future__ import annotations

from belote.game.auction import CAPOT_RANK, COINCHE, NO_BID, PASS, SURCOINCHE, contract_of
from belote.game.auction import rank_of, trump_of
from belote.players.expert.open_cards import OpenCards
from belote.players.regular.contracts import own_value
from belote.players.seat import Call
from belote.players.views import AuctionView

MARGIN = 10.0
COINCHE_FROM = 12.0
SURCOINCHE_FROM = 30.0
CAPOT_FROM = 170.0
STRAINS_THOUGHT_OF = 2


def bid(auction: AuctionView, cards: OpenCards) -> int:
    """The word said."""
    call = auction.masks
    assert isinstance(call, Call)
    others_bid = call.bid != NO_BID and (call.bidder ^ call.seat) & 1 != 0
    if call.level > 0:
        if call.level == 2 or others_bid:
            return PASS
        made = sum(cards.points(auction, [trump_of(call.bid)], call.bidder)[trump_of(call.bid)])
        return SURCOINCHE if made >= contract_of(call.bid) + SURCOINCHE_FROM else PASS
    if others_bid:
        made = sum(cards.points(auction, [trump_of(call.bid)], call.bidder)[trump_of(call.bid)])
        if made < min(contract_of(call.bid), 160) - COINCHE_FROM:
            return COINCHE
    strains = sorted(range(6), key=lambda strain: -own_value(call.hand, strain))
    strains = strains[:STRAINS_THOUGHT_OF]
    if call.partner_bid != NO_BID and trump_of(call.partner_bid) not in strains:
        strains.append(int(trump_of(call.partner_bid)))
    found = {strain: sum(pair) for strain, pair in cards.points(auction, strains, call.seat).items()}
    best = max(strains, key=lambda strain: found[strain])
    reach = found[best] - MARGIN
    rank = CAPOT_RANK if reach >= CAPOT_FROM else min(int((reach - 70) // 10), CAPOT_RANK - 1)
    return 8 * rank + best if rank > rank_of(call.bid) else PASS
