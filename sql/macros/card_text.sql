-- What is a card called in two letters, rank then suit?
-- grain: a text, such as 'Td'; NULL for NULL
-- param card: 0-31, suit * 8 + rank, with suits s h d c and ranks 7 8 9 J Q K T A from 0 up
CREATE MACRO stored.card_text(card) AS
substr('789JQKTA', (card & 7) + 1, 1) || substr('shdc', (card >> 3) + 1, 1);
