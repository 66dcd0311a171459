"""How to play The Dice Charmers, on five cards, and what is different for one player."""

from companion.games.learn import Card, HowToPlay
from companion.i18n import N_

PICTURES = "games/dice_charmers/learn"

GOAL = Card(
    N_("The goal"),
    N_("Fame grows from the left, money from the right. Make your two lines meet, then go as far beyond as you can."),
    f"{PICTURES}/goal.html",
)

HOW_TO_PLAY = HowToPlay(
    (
        GOAL,
        Card(
            N_("A round"),
            N_(
                "Eight dice are rolled once for everybody. You take one and use it, then the next player does; with "
                "two players, everybody takes two. The twin of the first die goes onto the elephant, where only karma "
                "reaches it."
            ),
            f"{PICTURES}/round.html",
        ),
        Card(
            N_("Four colours"),
            N_(
                "Green draws roads to buildings and markets. Purple gives you goods to sell. Blue sails down the "
                "river. Orange calls people of the palace."
            ),
            f"{PICTURES}/colours.html",
        ),
        Card(
            N_("Chains of bonuses"),
            N_(
                "A road to the edge, a sold-out tent, a full column or a place on the tracks releases a bonus. One "
                "bonus may release the next, so one die can make a great turn."
            ),
            f"{PICTURES}/chain.html",
        ),
        Card(
            N_("The end"),
            N_(
                "As soon as somebody’s lines meet, play continues only until everyone has had the same number of "
                "turns. The player furthest beyond the meeting point wins."
            ),
            f"{PICTURES}/end.html",
        ),
    ),
    N_("Collect goods before your road reaches a market, and prefer the die that releases a bonus."),
    alone=Card(
        N_("Alone"),
        N_(
            "After every roll an automa removes a random die, and its twin goes onto the elephant. Take one die a "
            "round; karma reaches the elephant from the start. Make your lines meet in as few rounds as you can."
        ),
        f"{PICTURES}/alone.html",
    ),
)
