-- How do the players stand, in games, ranking points and tokens?
-- grain: player; k of n games won, a game counting once for every seat the player has in it
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): rule set that cuts the games; NULL is the one each deal was played under
-- param stake (default 10): tokens that each of the four players stakes on a game
-- param cut (default 0.1): part of the pot that the bank keeps; the two winners share the rest
-- Ranking points: 20 for a game won, 5 for one lost. Tokens: what the player staked and won, and the balance.
-- A game is played by who sat, and so staked, at its first deal, whoever takes a seat over later. Games count
-- that somebody won, with no deal broken off or of a game ended by agreement; where rules is NULL, with
-- no deal of another rule set either. Who has no name is in no row.
WITH chosen AS (
    SELECT
        games.run_id,
        games.table_no::bigint AS table_no,
        games.rules,
        games.first_deal::bigint AS first_deal,
        games.last_deal::bigint AS last_deal,
        games.winner_team::tinyint AS winner_team
    FROM stored.games
    INNER JOIN stored.runs ON games.run_id = runs.run_id
    WHERE
        games.winner_team IS NOT NULL
        AND ($run::varchar IS NULL OR games.run_id = $run)
        AND ($rules::varchar IS NULL OR games.rules = $rules)
        AND ($rules::varchar IS NOT NULL OR runs.rules IN (games.rules, 'mixed'))
),

-- Deals that spoil a game, or may: in a run of mixed rules, any for the games of another rule set.
spoiling AS (
    SELECT
        facts.run_id,
        facts.table_no,
        facts.deal_no,
        facts.counted,
        facts.rules
    FROM stored.facts
    INNER JOIN stored.runs ON facts.run_id = runs.run_id
    WHERE
        ($run::varchar IS NULL OR facts.run_id = $run)
        AND (NOT facts.counted OR ($rules::varchar IS NULL AND runs.rules = 'mixed'))
),

-- Found from the few deals, which is quicker than to look for them from every game.
spoilt AS (
    SELECT DISTINCT
        chosen.run_id,
        chosen.table_no,
        chosen.rules,
        chosen.first_deal
    FROM spoiling
    INNER JOIN chosen
        ON
            spoiling.run_id = chosen.run_id
            AND spoiling.table_no = chosen.table_no
            AND spoiling.deal_no >= chosen.first_deal
            AND spoiling.deal_no <= chosen.last_deal
    WHERE NOT spoiling.counted OR spoiling.rules <> chosen.rules
),

played AS (
    SELECT chosen.*
    FROM chosen
    ANTI JOIN spoilt
        ON
            chosen.run_id = spoilt.run_id
            AND chosen.table_no = spoilt.table_no
            AND chosen.rules = spoilt.rules
            AND chosen.first_deal = spoilt.first_deal
),

seated AS (
    SELECT
        unnest([facts.player_0, facts.player_1, facts.player_2, facts.player_3]) AS player,
        unnest([0, 1, 0, 1]) = played.winner_team AS won
    FROM played
    INNER JOIN stored.facts
        ON
            played.run_id = facts.run_id
            AND played.table_no = facts.table_no
            AND played.first_deal = facts.deal_no
),

sums AS (
    SELECT
        player,
        count(*) FILTER (WHERE won) AS k,
        count(*) AS n,
        $stake::decimal(12, 4) AS stake,
        2 * $stake::decimal(12, 4) * (1 - $cut::decimal(6, 5)) AS share
    FROM seated
    WHERE player IS NOT NULL
    GROUP BY player
)

SELECT
    player,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high,
    20 * k + 5 * (n - k) AS ranking_points,
    (stake * n)::double AS staked,
    (share * k)::double AS won,
    (share * k - stake * n)::double AS net_tokens
FROM sums
ORDER BY ranking_points DESC, k DESC, player ASC;
