//! Plays games between bots, quickly, for the laboratory: `companion/lab/engine.py` writes the sheet, the players and
//! the games to play to the standard input; every game becomes one line of JSON on the standard output.

mod bots;
mod rules;

use bots::*;
use rules::*;
use std::collections::HashMap;
use std::fmt::{Display, Write as _};
use std::io::{Read, Write as _};

const SEATS: [&str; 5] = ["red", "blue", "green", "yellow", "white"];
const MOST_IDLE_ROUNDS: usize = 30;

/// Numbers and names from the input; names have "_" instead of spaces.
struct Input<'a>(std::str::SplitWhitespace<'a>);

impl Input<'_> {
    fn word(&mut self) -> String {
        self.0.next().expect("the input ends too early").replace('_', " ")
    }
    fn num<T: std::str::FromStr>(&mut self) -> T {
        let word = self.word();
        word.parse().unwrap_or_else(|_| panic!("not a number: {word}"))
    }
    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.num::<usize>()).map(|_| read(self)).collect()
    }
    fn gift(&mut self) -> Gift {
        let [kind, a, b, c, d]: [u8; 5] = std::array::from_fn(|_| self.num());
        match kind {
            0 => Gift::Person(a),
            1 => Gift::Upgrade,
            2 => Gift::Karma,
            3 => Gift::Fame(a),
            4 => Gift::Money(a),
            5 => Gift::GoodsDie,
            6 => Gift::Goods(a),
            7 => Gift::Sale(Buyer { low: a, high: b, same: c == 1, different: d == 1 }),
            8 => Gift::HalfRoad,
            9 => Gift::Road(a),
            10 => Gift::Ahead,
            _ => Gift::Back(a),
        }
    }
    fn hand(&mut self) -> Hand {
        let [fame, money, stock, upgrade, way, karma, river_left, unfinished]: [f64; 8] = std::array::from_fn(|_| self.num());
        Hand { fame, money, stock, upgrade, way, karma, river_left, unfinished }
    }
    fn plan(&mut self) -> Plan {
        let spaces = self.list(|i| (i.word(), i.num::<u8>(), [(); 4].map(|_| i.num::<i32>()), i.num::<u8>(), i.num::<u8>()));
        let residence = self.num();
        let bonuses = self.list(|i| Bonus { place: i.word(), gift: i.gift(), value: i.num(), order: i.num(), like: i.num() });
        let edges: Vec<(usize, usize, u8)> = self.list(|i| (i.num(), i.num(), i.num()));
        let prices = std::array::from_fn(|_| self.list(|i| i.num()));
        let tents = self.list(|i| (i.num(), [(); 3].map(|_| i.num())));
        let (fame, money) = (self.num(), self.num());
        let (fame_bonuses, money_bonuses) = (self.list(|i| (i.num(), i.num())), self.list(|i| (i.num(), i.num())));
        let (karma_places, karma_start) = (self.num(), self.num());
        let karma_bonuses = self.list(|i| (i.num(), i.num()));
        let river: Vec<(u8, Vec<(Gift, String)>)> = self.list(|i| (i.num(), i.list(|i| (i.gift(), i.word()))));
        let uses = self.num();
        let wings = self.list(|i| (i.list(|i| i.num()), i.list(|i| i.num())));
        let values = self.list(|i| i.num());
        let most_upgrades = std::array::from_fn(|_| self.num());
        let upgrade_columns = self.list(|i| (i.num(), i.list(|i| i.num())));
        let named: [Vec<(u8, u8, String)>; 4] = std::array::from_fn(|_| self.list(|i| (i.num(), i.num(), i.word())));
        let task_values = std::array::from_fn(|_| self.num());
        let mut first = Marks {
            fame: 0, money: 0, roads: [0; SPACES], entrances: [0; SPACES], goods: [0; 3], sold: [0; 3], people: [0; 6], river: 0,
            upgrades: [0; 4], karma_circled: karma_start, karma_used: 0, circled: [0; 16], waiting: 0, crossed: 0, wasted: 0,
        };
        let mut edge_at = [[-1; 4]; SPACES];
        for (i, space) in spaces.iter().enumerate() {
            (first.roads[i], first.entrances[i]) = (space.3, space.4);
        }
        for (space, side, bonus) in &edges {
            edge_at[*space][*side] = *bonus as i32;
        }
        Plan {
            names: spaces.iter().map(|space| space.0.clone()).collect(),
            kinds: spaces.iter().map(|space| space.1).collect(),
            neighbours: spaces.iter().map(|space| space.2).collect(),
            first, edges, edge_at, residence, bonuses, prices, tents, fame, money, fame_bonuses, money_bonuses, karma_places,
            karma_bonuses,
            symbols: river.iter().map(|space| space.0).collect(),
            earnings: river.iter().map(|space| space.1.iter().map(|earning| earning.0).collect()).collect(),
            earning_names: river.into_iter().map(|space| space.1.into_iter().map(|earning| earning.1).collect()).collect(),
            uses, wings, values, most_upgrades, upgrade_columns,
            faces: std::array::from_fn(|colour| named[colour].iter().map(|face| (face.0, face.1)).collect()),
            face_names: std::array::from_fn(|colour| named[colour].iter().map(|face| face.2.clone()).collect()),
            task_values,
        }
    }
    fn evaluation(&mut self, plan: &Plan) -> Evaluation {
        let (kind, hand) = (self.word(), self.hand());
        if kind == "hand" {
            return Evaluation::Hand(hand);
        }
        let weights: HashMap<String, [f64; 3]> = self.list(|i| (i.word(), [(); 3].map(|_| i.num()))).into_iter().collect();
        let others: HashMap<String, f64> = self.list(|i| (i.word(), i.num())).into_iter().collect();
        Evaluation::Learned(Learned::new(plan, weights, &others, hand))
    }
    fn strategy(&mut self) -> Strategy {
        match self.word().as_str() {
            "random" => Strategy::Random,
            "greedy" => Strategy::Greedy(Greedy {
                weights: self.hand(),
                favourite: usize::try_from(self.num::<i32>()).ok(),
                poor_turn: self.num(),
                small_difference: self.num(),
            }),
            _ => Strategy::Level(Level {
                evaluation: self.num(),
                width: self.num(),
                quick: self.num(),
                rerolled: self.num(),
                contenders: self.num(),
                expects_karma: self.num::<u8>() == 1,
                second_pick: self.num::<u8>() == 1,
                mistakes: self.num(),
            }),
        }
    }
}

enum Strategy {
    Random,
    Greedy(Greedy),
    Level(Level),
}

struct Laboratory {
    plan: Plan,
    evaluations: Vec<Evaluation>,
    strategies: Vec<Strategy>,
    writes_events: bool,
    writes_legal: bool,
    writes_rounds: bool,
}

#[derive(Default, Clone)]
struct Sheet {
    chains: Vec<u32>,
    turns: Vec<i32>,
    dice: [u32; 4],
}

#[derive(Default)]
struct Log {
    events: Vec<String>,
    legal: Vec<String>,
    rounds: Vec<String>,
}

fn join<T: Display>(list: impl IntoIterator<Item = T>) -> String {
    list.into_iter().map(|each| each.to_string()).collect::<Vec<_>>().join(",")
}

fn quote(list: &[String]) -> String {
    join(list.iter().map(|each| format!("\"{each}\"")))
}

impl Laboratory {
    fn roll(&self, dice: &[usize], table: &mut Table, log: &mut Log, rng: &mut Rng) {
        let mut names = Vec::new();
        for &die in dice {
            let face = rng.below(self.plan.faces[die / 2].len());
            table.faces[die] = self.plan.faces[die / 2][face];
            names.push(self.plan.face_names[die / 2][face].clone());
        }
        if self.writes_events {
            log.events.push(format!("rolled {}", names.join(" ")));
        }
    }

    fn note(&self, mover: usize, action: Move, legal: &[Move], log: &mut Log) {
        if self.writes_events {
            log.events.push(format!("{}: {}", SEATS[mover], write_move(&self.plan, action)));
        }
        if self.writes_legal {
            log.legal.push(legal.iter().map(|each| write_move(&self.plan, *each)).collect::<Vec<_>>().join("|"));
        }
    }

    /// Play one turn; return whether a die was taken.
    fn play_turn(&self, strategy: &Strategy, table: &mut Table, sheet: &mut Sheet, log: &mut Log, rng: &mut Rng) -> bool {
        let mover = table.mover();
        let mut planned: Vec<Move> = Vec::new();
        let die = loop {
            let legal = table.legal_moves();
            let choice = match strategy {
                Strategy::Random => legal[rng.below(legal.len())],
                Strategy::Greedy(greedy) => greedy_die(table, greedy),
                Strategy::Level(level) => {
                    planned = plan_turn(table, level, &self.evaluations, rng).0;
                    planned[0]
                }
            };
            self.note(mover, choice, &legal, log);
            match choice {
                Move::Take(die) => break die as usize,
                Move::Karma(die) => {
                    table.marks[mover].karma_used += 1;
                    let elephant = match table.rolling {
                        Some((_, elephant)) => elephant,
                        None => table.places.iter().position(|place| *place == Place::Elephant).unwrap(),
                    };
                    table.rolling = Some((die as usize, elephant));
                    self.roll(&[die as usize, elephant], table, log, rng);
                }
                _ => {
                    sheet.chains.push(0);
                    sheet.turns.push(0);
                    return false;
                }
            }
        };
        if let Some((one, two)) = table.rolling.take() {
            table.places[if die == one { two } else { one }] = Place::Elephant;
        } else if table.places.iter().all(|place| *place == Place::Middle) {
            table.places[die ^ 1] = Place::Elephant;
        }
        table.places[die] = Place::Gone;
        sheet.dice[die / 2] += 1;
        let before = table.marks[mover];
        let released = |marks: &Marks| marks.waiting as u32 + marks.crossed.count_ones() + marks.wasted.count_ones();
        let mut page = table.page();
        if page.is_suitable(die / 2, table.faces[die]) {
            page.use_die(die / 2, table.faces[die]);
            page = Page::new(page.plan, page.marks, page.tasks, page.purple);
        }
        let mut queue = planned.into_iter().skip(1);
        loop {
            let legal = if self.writes_legal || matches!(strategy, Strategy::Random) { page.legal_steps() } else { Vec::new() };
            let step = match strategy {
                Strategy::Random => legal[rng.below(legal.len())],
                Strategy::Greedy(greedy) => greedy_step(&page, greedy, rng),
                Strategy::Level(_) => queue.next().unwrap_or(Move::End),
            };
            self.note(mover, step, &legal, log);
            if step == Move::End {
                break;
            }
            page.do_step(step);
        }
        sheet.chains.push(released(&page.marks) - released(&before));
        page.end_turn();
        sheet.turns.push(page.marks.half_points() - before.half_points());
        table.marks[mover] = page.marks;
        true
    }

    fn play_game(&self, seats: &[usize], rng: &mut Rng) -> String {
        let players = seats.len();
        let turns = if players == 2 { 4 } else { players };
        let mut sheets = vec![Sheet::default(); players];
        let mut log = Log::default();
        let mut table = Table {
            plan: &self.plan, marks: vec![self.plan.first; players], starter: 0, turn: 0, faces: [(0, 0); 8],
            places: [Place::Middle; 8], rolling: None,
        };
        let mut idle = 0;
        let ending = 'game: loop {
            table.places = [Place::Middle; 8];
            if self.writes_events {
                log.events.push(format!("{}: roll", SEATS[table.starter]));
            }
            if self.writes_legal {
                log.legal.push("roll".into());
            }
            self.roll(&[0, 1, 2, 3, 4, 5, 6, 7], &mut table, &mut log, rng);
            if players == 1 {
                let die = rng.below(8);
                (table.places[die], table.places[die ^ 1]) = (Place::Gone, Place::Elephant);
                if self.writes_events {
                    log.events.push(format!("automa removes {}-{}", COLOURS[die / 2], die % 2 + 1));
                }
            }
            let mut taken = false;
            for turn in 0..turns {
                table.turn = turn;
                let mover = table.mover();
                taken |= self.play_turn(&self.strategies[seats[mover]], &mut table, &mut sheets[mover], &mut log, rng);
                if (turn + 1) % players == 0 && table.has_met() {
                    break 'game "lines-met";
                }
            }
            if !taken {
                let stuck = table.marks.iter().all(|marks| {
                    let page = Page::new(&self.plan, *marks, Tasks::default(), [table.faces[0], table.faces[1]]);
                    !(0..4).any(|colour| self.plan.faces[colour].iter().any(|face| page.is_suitable(colour, *face)))
                });
                idle += 1;
                if stuck {
                    break "nobody-can-go-on";
                } else if idle == MOST_IDLE_ROUNDS {
                    break "nobody-went-on";
                }
            } else {
                idle = 0;
            }
            if self.writes_rounds {
                let rated = table.marks.iter().map(|marks| {
                    let rating = self.evaluations[0].rate(&self.plan, marks);
                    format!("[{:.6},{:.6},{}]", rating.early, rating.late, marks.half_points())
                });
                log.rounds.push(format!("[{}]", join(rated)));
            }
            table.starter = (table.starter + 1) % players;
        };
        let best = table.marks.iter().map(|marks| marks.result()).max().unwrap();
        let winners = table.marks.iter().filter(|marks| marks.result() == best).count() as f64;
        let mut line = format!("{{\"ending\":\"{ending}\",\"sheets\":[");
        for (i, (sheet, marks)) in sheets.iter().zip(&table.marks).enumerate() {
            let share = if marks.result() == best { 1.0 / winners } else { 0.0 };
            let crossed = (0..self.plan.bonuses.len()).filter(|bonus| marks.crossed >> bonus & 1 == 1);
            let _ = write!(
                line,
                "{}{{\"player\":{},\"share\":{share},\"fame\":{},\"money\":{},\"karma\":[{},{}],\"chains\":[{}],\"turns\":[{}],\
                 \"dice\":[{}],\"roads\":[{}],\"crossed\":[{}],\"goods\":[{}],\"sold\":[{}],\"people\":[{}],\"upgrades\":[{}],\
                 \"river\":{}}}",
                if i > 0 { "," } else { "" }, seats[i], marks.fame, marks.money, marks.karma_circled, marks.karma_used,
                join(&sheet.chains), join(&sheet.turns), join(sheet.dice), join(&marks.roads[..self.plan.kinds.len()]),
                join(crossed), join(marks.goods), join(marks.sold), join(marks.people), join(marks.upgrades), marks.river,
            );
        }
        let _ = write!(line, "],\"rounds\":[{}]", log.rounds.join(","));
        let _ = write!(line, ",\"events\":[{}],\"legal\":[{}]}}", quote(&log.events), quote(&log.legal));
        line
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("the input is text");
    let mut input = Input(text.split_whitespace());
    let plan = input.plan();
    let evaluations = input.list(|i| i.evaluation(&plan));
    let strategies = input.list(|i| i.strategy());
    let [writes_events, writes_legal, writes_rounds] = [(); 3].map(|_| input.num::<u8>() == 1);
    let lab = Laboratory { plan, evaluations, strategies, writes_events, writes_legal, writes_rounds };
    let seats: Vec<usize> = input.list(|i| i.num());
    let seed: u64 = input.num();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for number in input.list(|i| i.num::<u64>()) {
        let first = number as usize % seats.len();
        let turned: Vec<usize> = (0..seats.len()).map(|i| seats[(i + first) % seats.len()]).collect();
        let mut rng = Rng(seed.wrapping_mul(0xD1342543DE82EF95).wrapping_add(number.wrapping_mul(0x2545F4914F6CDD1D)));
        rng.next();
        writeln!(out, "{}", lab.play_game(&turned, &mut rng)).expect("the output is read");
    }
}
