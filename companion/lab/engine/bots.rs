//! The bots, as in `companion/games/dice_charmers/bots`: evaluations, the search of a turn, greedy players.
//! Sums are added in the same order as there, so that equal ratings stay equal.

use crate::rules::*;
use std::collections::HashMap;

pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E3779B97F4A7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D049BB133111EB);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 11) as f64 / (1u64 << 53) as f64 * n as f64) as usize
    }
    fn gauss(&mut self) -> f64 {
        let mut uniform = || ((self.next() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
        let (one, two) = (uniform(), uniform());
        (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * two).cos()
    }
}

// Hand-written evaluation

#[derive(Clone, Copy, Debug)]
pub struct Hand {
    pub fame: f64,
    pub money: f64,
    pub stock: f64,
    pub upgrade: f64,
    pub way: f64,
    pub karma: f64,
    pub river_left: f64,
    pub unfinished: f64,
}

fn value_stock(plan: &Plan, marks: &Marks) -> i32 {
    (0..3).map(|kind| plan.prices[kind][marks.sold[kind] as usize..marks.goods[kind] as usize].iter().sum::<i32>()).sum()
}

fn value_province(plan: &Plan, marks: &Marks, weights: &Hand) -> f64 {
    let (mut to_come, mut ways, mut near) = (0, 0, 0.0);
    for space in 0..plan.kinds.len() {
        if marks.roads[space] == 0 {
            if (1..=4).contains(&plan.kinds[space]) {
                to_come += marks.upgrades[plan.kinds[space] as usize - 1] as i32;
            }
            if marks.entrances[space] != 0 {
                ways += 1;
                let mut edges = 0.0;
                for &(at, _, bonus) in &plan.edges {
                    if at == space {
                        edges += plan.bonuses[bonus as usize].value;
                    }
                }
                near += edges;
            }
        }
    }
    weights.upgrade * to_come as f64 + weights.way * ways.min(5) as f64 + weights.unfinished * near
}

fn progress(plan: &Plan, bonus: u8, done: usize, needed: usize) -> f64 {
    if done >= needed {
        return 0.0;
    }
    let share = done as f64 / needed as f64;
    plan.bonuses[bonus as usize].value * (share * share)
}

fn value_tents(plan: &Plan, sold: &[u8; 3]) -> f64 {
    let mut value = 0.0;
    for (bonus, needed) in &plan.tents {
        let done: u8 = (0..3).map(|kind| needed[kind].min(sold[kind])).sum();
        value += progress(plan, *bonus, done as usize, needed.iter().sum::<u8>() as usize);
    }
    value
}

fn value_palace(plan: &Plan, people: &[u8; 6]) -> f64 {
    let mut value = 0.0;
    for (wing, bonuses) in &plan.wings {
        for (column, bonus) in bonuses.iter().enumerate() {
            let done = wing.iter().filter(|&&person| people[person] as usize > column).count();
            value += progress(plan, *bonus, done, wing.len());
        }
    }
    value
}

fn value_upgrades(plan: &Plan, upgrades: &[u8; 4]) -> f64 {
    let mut value = 0.0;
    for (step, (bonus, buildings)) in plan.upgrade_columns.iter().enumerate() {
        let done = buildings.iter().filter(|&&building| upgrades[building] as usize > step).count();
        value += progress(plan, *bonus, done, buildings.len());
    }
    value
}

fn river_left(plan: &Plan, marks: &Marks) -> f64 {
    (plan.symbols.len() as i32 - (marks.boat() + 1)) as f64
}

pub fn evaluate(plan: &Plan, marks: &Marks, weights: &Hand) -> f64 {
    weights.fame * marks.fame as f64
        + weights.money * marks.money as f64
        + weights.stock * value_stock(plan, marks) as f64
        + value_province(plan, marks, weights)
        + weights.karma * (marks.karma_circled as f64 - marks.karma_used as f64)
        + weights.river_left * river_left(plan, marks)
        + weights.unfinished * (value_tents(plan, &marks.sold) + value_palace(plan, &marks.people) + value_upgrades(plan, &marks.upgrades))
}

// Ratings

#[derive(Clone, Copy, Debug, Default)]
pub struct Rating {
    pub early: f64,
    pub late: f64,
    pub last: f64,
    pub end: f64,
}

type W = [f64; 3]; // of a feature: early, late, in the last turn

/// The learned weights, found by the names of the features.
pub struct Learned {
    hand: Hand,
    expected: [W; 5], // market, palace, river, province, karma
    points: W,
    fame: Vec<(i32, W)>,
    money: Vec<(i32, W)>,
    stock: W,
    circled: [W; 3],
    sold: [W; 3],
    tents: Vec<(W, W)>,
    people: Vec<Vec<W>>,
    columns: Vec<Vec<W>>,
    river: Vec<W>,
    left_out: Vec<W>,
    roads: W,
    fame_next: W,
    fame_later: W,
    ways: Vec<W>,
    edges: Vec<(W, W)>, // reached, beside
    upgrades: Vec<Vec<W>>,
    upgrade_columns: Vec<W>,
    karma: Vec<W>,
    karma_left: Vec<W>,
    sales: [W; 2],
    turn: [f64; 2],
    last_turn: f64,
    end: f64,
}

impl Learned {
    pub fn new(plan: &Plan, by_name: HashMap<String, W>, others: &HashMap<String, f64>, hand: Hand) -> Self {
        let get = |name: String| by_name.get(&name).copied().unwrap_or([0.0; 3]);
        let place = |bonus: u8| plan.bonuses[bonus as usize].place.clone();
        Learned {
            hand,
            expected: ["market", "palace", "river", "province", "karma"].map(|area| get(format!("expected {area}"))),
            points: get("points".into()),
            fame: plan.fame_bonuses.iter().map(|(at, _)| (*at, get(format!("fame {at}")))).collect(),
            money: plan.money_bonuses.iter().map(|(at, _)| (*at, get(format!("money {at}")))).collect(),
            stock: get("stock".into()),
            circled: GOODS.map(|good| get(format!("{good} circled"))),
            sold: GOODS.map(|good| get(format!("{good} sold"))),
            tents: plan.tents.iter().map(|(b, _)| (get(place(*b)), get(format!("{} in stock", place(*b))))).collect(),
            people: PEOPLE.iter().map(|p| (1..=plan.uses).map(|use_| get(format!("{p} {use_}"))).collect()).collect(),
            columns: plan.wings.iter().map(|(_, all)| all.iter().map(|&b| get(place(b))).collect()).collect(),
            river: (1..=plan.symbols.len()).map(|space| get(format!("river {space}"))).collect(),
            left_out: (1..=plan.symbols.len()).map(|space| get(format!("left out {space}"))).collect(),
            roads: get("roads".into()),
            fame_next: get("next fame".into()),
            fame_later: get("later fame".into()),
            ways: (1..=6).map(|count| get(format!("ways {count}"))).collect(),
            edges: plan.edges.iter().map(|(_, _, b)| (get(place(*b)), get(format!("{} beside", place(*b))))).collect(),
            upgrades: BUILDINGS.iter().map(|b| (1..=2).map(|value| get(format!("{b} {value}"))).collect()).collect(),
            upgrade_columns: plan.upgrade_columns.iter().map(|(b, _)| get(place(*b))).collect(),
            karma: (1..=plan.karma_places).map(|at| get(format!("karma {at}"))).collect(),
            karma_left: (1..=plan.karma_places).map(|at| get(format!("karma left {at}"))).collect(),
            sales: ["one", "each"].map(|kind| get(format!("sale of {kind} kind"))),
            turn: [others["turn to come, early"], others["turn to come, late"]],
            last_turn: others["last turn to come"],
            end: others["ten points at the end"] / 20.0,
        }
    }

    fn rate(&self, plan: &Plan, marks: &Marks) -> Rating {
        let mut total = [0.0, 0.0, self.last_turn];
        let mut area = [0.0; 3];
        let mut close = |area: &mut W| {
            for stage in 0..3 {
                total[stage] += area[stage];
            }
            *area = [0.0; 3];
        };
        fn add(area: &mut W, weight: &W, amount: f64) {
            for stage in 0..3 {
                area[stage] += weight[stage] * amount;
            }
        }
        // Tracks
        add(&mut area, &self.points, marks.half_points() as f64 / 20.0);
        for (track, reached) in [(&self.fame, marks.fame), (&self.money, marks.money)] {
            for (place, weight) in track {
                if *place > reached && place - reached < 8 {
                    add(&mut area, weight, 1.0 - (place - reached) as f64 / 8.0);
                }
            }
        }
        close(&mut area);
        // Market
        let expected = self.hand.stock * value_stock(plan, marks) as f64 + self.hand.unfinished * value_tents(plan, &marks.sold);
        add(&mut area, &self.expected[0], expected / 15.0);
        let mut stock = 0.0;
        for kind in 0..3 {
            let held = &plan.prices[kind][marks.sold[kind] as usize..marks.goods[kind] as usize];
            stock += held.iter().sum::<i32>() as f64 / 10.0;
        }
        add(&mut area, &self.stock, stock);
        for kind in 0..3 {
            add(&mut area, &self.circled[kind], marks.goods[kind] as f64 / 4.0);
            add(&mut area, &self.sold[kind], marks.sold[kind] as f64 / 4.0);
        }
        for ((_, needed), (weight, in_stock)) in plan.tents.iter().zip(&self.tents) {
            if (0..3).any(|kind| needed[kind] > marks.sold[kind]) {
                let done: u8 = (0..3).map(|kind| needed[kind].min(marks.sold[kind])).sum();
                let share = done as f64 / needed.iter().sum::<u8>() as f64;
                add(&mut area, weight, share * share);
                let ready = !(0..3).any(|kind| needed[kind] > marks.goods[kind]);
                add(&mut area, in_stock, ready as u8 as f64);
            }
        }
        close(&mut area);
        // Palace and river
        add(&mut area, &self.expected[1], self.hand.unfinished * value_palace(plan, &marks.people) / 15.0);
        add(&mut area, &self.expected[2], self.hand.river_left * river_left(plan, marks) / 15.0);
        for (person, weights) in self.people.iter().enumerate() {
            for weight in &weights[..marks.people[person] as usize] {
                add(&mut area, weight, 1.0);
            }
        }
        for ((wing, _), weights) in plan.wings.iter().zip(&self.columns) {
            for (column, weight) in weights.iter().enumerate() {
                let done = wing.iter().filter(|&&person| marks.people[person] as usize > column).count();
                if done < wing.len() {
                    let share = done as f64 / wing.len() as f64;
                    add(&mut area, weight, share * share);
                }
            }
        }
        let boat = (marks.boat() + 1) as usize;
        for weight in &self.river[..boat] {
            add(&mut area, weight, 1.0);
        }
        for space in 0..boat {
            if marks.river >> space & 1 == 0 {
                add(&mut area, &self.left_out[space], 1.0);
            }
        }
        close(&mut area);
        // Province
        let expected = value_province(plan, marks, &self.hand) + self.hand.unfinished * value_upgrades(plan, &marks.upgrades);
        add(&mut area, &self.expected[3], expected / 15.0);
        let count = plan.kinds.len();
        add(&mut area, &self.roads, marks.roads[..count].iter().filter(|&&road| road != 0).count() as f64 / 5.0);
        let (mut next, mut later, mut ways) = (0.0, 0.0, 0);
        let mut markets = [false; 2];
        for space in 0..count {
            if marks.roads[space] != 0 {
                continue;
            }
            let arriving = marks.entrances[space] != 0;
            ways += arriving as usize;
            let kind = plan.kinds[space];
            if (1..=4).contains(&kind) {
                let fame = plan.values[marks.upgrades[kind as usize - 1] as usize] as f64 / 5.0;
                *(if arriving { &mut next } else { &mut later }) += fame;
            } else if arriving && (kind == MARKET_SAME || kind == MARKET_DIFFERENT) {
                markets[(kind - MARKET_SAME) as usize] = true;
            }
        }
        add(&mut area, &self.fame_next, next);
        add(&mut area, &self.fame_later, later);
        for weight in &self.ways[..ways.min(6)] {
            add(&mut area, weight, 1.0);
        }
        for ((space, side, _), (reached, beside)) in plan.edges.iter().zip(&self.edges) {
            if marks.roads[*space] != 0 {
                if marks.roads[*space] >> side & 1 == 0 {
                    add(&mut area, beside, 1.0);
                }
            } else if marks.entrances[*space] != 0 {
                add(&mut area, reached, 1.0);
            }
        }
        for (building, weights) in self.upgrades.iter().enumerate() {
            for weight in &weights[..marks.upgrades[building] as usize] {
                add(&mut area, weight, 1.0);
            }
        }
        for (step, ((_, buildings), weight)) in plan.upgrade_columns.iter().zip(&self.upgrade_columns).enumerate() {
            let done = buildings.iter().filter(|&&building| marks.upgrades[building] as usize > step).count();
            if done < buildings.len() {
                let share = done as f64 / buildings.len() as f64;
                add(&mut area, weight, share * share);
            }
        }
        close(&mut area);
        // Karma
        let left = (marks.karma_circled - marks.karma_used) as usize;
        add(&mut area, &self.expected[4], self.hand.karma * left as f64 / 15.0);
        for weight in self.karma[..marks.karma_circled as usize].iter().chain(&self.karma_left[..left]) {
            add(&mut area, weight, 1.0);
        }
        close(&mut area);
        // Sales
        let held: [u8; 3] = std::array::from_fn(|kind| marks.goods[kind] - marks.sold[kind]);
        let of_one = (*held.iter().max().unwrap()).min(3) as f64;
        let of_each = held.iter().filter(|&&n| n > 0).count() as f64;
        add(&mut area, &self.sales[0], of_one * markets[0] as u8 as f64 / 3.0);
        add(&mut area, &self.sales[1], of_each * markets[1] as u8 as f64 / 3.0);
        close(&mut area);
        Rating { early: total[0], late: total[1], last: total[2], end: marks.half_points() as f64 * self.end }
    }
}

pub enum Evaluation {
    Hand(Hand),
    Learned(Learned),
}

impl Evaluation {
    pub fn rate(&self, plan: &Plan, marks: &Marks) -> Rating {
        match self {
            Evaluation::Learned(learned) => learned.rate(plan, marks),
            Evaluation::Hand(weights) => {
                let points = marks.half_points() as f64;
                let expected = evaluate(plan, marks, weights) - points;
                Rating {
                    early: (points + expected) / 15.0,
                    late: (points + expected / 2.0) / 15.0,
                    last: (points + expected / 3.0 + 6.0) / 15.0,
                    end: points / 15.0,
                }
            }
        }
    }
    /// What one half point on the tracks changes.
    fn half_point(&self) -> Rating {
        match self {
            Evaluation::Learned(learned) => {
                let [early, late, last] = learned.points.map(|weight| weight / 20.0);
                Rating { early, late, last, end: learned.end }
            }
            Evaluation::Hand(_) => Rating { early: 1.0 / 15.0, late: 1.0 / 15.0, last: 1.0 / 15.0, end: 1.0 / 15.0 },
        }
    }
    fn turn_to_come(&self, stage: f64) -> f64 {
        match self {
            Evaluation::Learned(learned) => learned.turn[0] + stage * (learned.turn[1] - learned.turn[0]),
            Evaluation::Hand(_) => 6.0 / 15.0,
        }
    }
}

// The search

pub struct Level {
    pub evaluation: usize,
    pub width: usize,
    pub quick: usize,
    pub rerolled: usize,
    pub contenders: usize,
    pub expects_karma: bool,
    pub second_pick: bool,
    pub mistakes: f64,
}

/// A position at the start of a turn, as far as bots look at it.
pub struct Table<'a> {
    pub plan: &'a Plan,
    pub marks: Vec<Marks>,
    pub starter: usize,
    pub turn: usize,
    pub faces: [(u8, u8); 8],
    pub places: [Place; 8],
    pub rolling: Option<(usize, usize)>, // after karma
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    Middle,
    Elephant,
    Gone,
}

impl Table<'_> {
    pub fn mover(&self) -> usize {
        (self.starter + self.turn) % self.marks.len()
    }
    pub fn page(&self) -> Page<'_> {
        Page::new(self.plan, self.marks[self.mover()], Tasks::default(), [self.faces[0], self.faces[1]])
    }
    pub fn has_met(&self) -> bool {
        self.marks.iter().any(|marks| marks.half_points() >= 2 * self.plan.fame)
    }
    /// The legal moves at the start of a turn, in the order of `legal_moves`.
    pub fn legal_moves(&self) -> Vec<Move> {
        let page = self.page();
        let suits = |die: usize| page.is_suitable(die / 2, self.faces[die]);
        let has_karma = page.marks.karma_used < page.marks.karma_circled;
        let mut found = Vec::new();
        if let Some((named, elephant)) = self.rolling {
            let any = suits(named) || suits(elephant);
            found.extend([named, elephant].into_iter().filter(|&die| !any || suits(die)).map(|die| Move::Take(die as u8)));
            if has_karma {
                found.push(Move::Karma(named as u8));
            }
            return found;
        }
        let lying: Vec<usize> = (0..8).filter(|&die| self.places[die] == Place::Middle).collect();
        found.extend(lying.iter().filter(|&&die| suits(die)).map(|&die| Move::Take(die as u8)));
        let stuck = found.is_empty();
        let karma = has_karma && self.places.contains(&Place::Elephant);
        if karma {
            found.extend(lying.iter().map(|&die| Move::Karma(die as u8)));
        }
        if stuck && !karma {
            found.push(Move::Pass);
        }
        found
    }
}

struct Outlook<'a> {
    plan: &'a Plan,
    evaluation: &'a Evaluation,
    mistakes: f64,
    goal: i32,
    to_come: Vec<bool>,
    all_moved: bool,
    player: usize,
    rivals: Vec<usize>,
    alone: bool,
    marks: Vec<Marks>,
    ratings: Vec<Rating>,
    most_points: i32,
    known: HashMap<u64, f64>,
}

fn rate_with_mistakes(evaluation: &Evaluation, plan: &Plan, marks: &Marks, mistakes: f64, rng: &mut Rng) -> Rating {
    let mut rating = evaluation.rate(plan, marks);
    if mistakes > 0.0 {
        let (mistake, step) = (mistakes * rng.gauss(), evaluation.half_point());
        rating.early += mistake * step.early;
        rating.late += mistake * step.late;
        rating.last += mistake * step.last;
        rating.end += mistake * step.end;
    }
    rating
}

impl<'a> Outlook<'a> {
    fn new(
        plan: &'a Plan, marks: &[Marks], starter: usize, player: usize, level: (&'a Evaluation, f64), done: usize, rng: &mut Rng,
    ) -> Self {
        let players = marks.len();
        let moved = done % players;
        let (evaluation, mistakes) = level;
        let others: Vec<usize> = (0..players).filter(|&i| i != player).collect();
        let ratings = marks.iter().map(|each| rate_with_mistakes(evaluation, plan, each, mistakes, rng)).collect();
        let alone = others.is_empty();
        let rivals = if alone { vec![player] } else { others };
        Outlook {
            plan,
            evaluation,
            mistakes,
            goal: 2 * plan.fame,
            to_come: (0..players).map(|i| moved > 0 && (i + players - starter) % players >= moved).collect(),
            all_moved: moved == 0,
            player,
            most_points: rivals.iter().map(|&i| marks[i].half_points()).max().unwrap(),
            rivals,
            alone,
            marks: marks.to_vec(),
            ratings,
            known: HashMap::new(),
        }
    }
    fn rate(&mut self, marks: &Marks, rng: &mut Rng) -> f64 {
        let stage = marks.half_points().max(self.most_points) as f64 / self.goal as f64;
        if stage >= 1.0 && self.all_moved {
            let own = marks.result();
            let best = if self.alone { (0, 0, 0) } else { self.rivals.iter().map(|&i| self.marks[i].result()).max().unwrap() };
            let won = if own > best { 12.0 } else if own < best { -12.0 } else { 0.0 };
            return won + (own.0 - best.0) as f64 / 100.0;
        }
        let stage = stage.min(1.0);
        let rivals = match self.known.get(&stage.to_bits()) {
            Some(&found) => found,
            None => {
                let found: Vec<f64> = self.rivals.iter().map(|&i| self.rate_at(&self.ratings[i], i, stage)).collect();
                let highest = found.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let mut sum = 0.0;
                for rating in &found {
                    sum += (rating - highest).exp();
                }
                let found = highest + sum.ln();
                self.known.insert(stage.to_bits(), found);
                found
            }
        };
        let rating = rate_with_mistakes(self.evaluation, self.plan, marks, self.mistakes, rng);
        self.rate_at(&rating, self.player, stage) - rivals
    }
    fn rate_at(&self, rating: &Rating, i: usize, stage: f64) -> f64 {
        if stage == 1.0 {
            return if self.to_come[i] { rating.last } else { rating.end };
        }
        let value = rating.early + stage * (rating.late - rating.early);
        if self.to_come[i] { value + self.evaluation.turn_to_come(stage) } else { value }
    }
}

fn to_probability(rating: f64) -> f64 {
    1.0 / (1.0 + (-rating.clamp(-20.0, 20.0)).exp())
}

#[derive(Clone)]
struct Ended {
    rating: f64,
    marks: Marks,
    steps: Vec<Move>,
    is_best: bool,
}

/// A number that is the same for two pages if the order of their steps makes no difference.
fn fingerprint(page: &Page) -> u64 {
    let marks = &page.marks;
    let mut hash = 0u64;
    let mut mix = |word: u64| hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9E3779B97F4A7C15);
    mix(marks.fame as u64 | (marks.money as u64) << 16 | (marks.river as u64) << 32);
    mix(marks.circled().iter().fold(0, |bits, bonus| bits | 1 << bonus));
    for eight in marks.roads.chunks(8).chain(marks.people.chunks(8)) {
        mix(eight.iter().fold(0, |word, &byte| word << 8 | byte as u64));
    }
    mix([marks.goods, marks.sold].concat().iter().fold(marks.karma_circled as u64, |word, &byte| word << 8 | byte as u64));
    mix(marks.upgrades.iter().fold(page.tasks.count as u64, |word, &byte| word << 8 | byte as u64));
    for i in 0..page.tasks.count as usize {
        mix(task_word(page.tasks.list[i]) << 8 | page.tasks.group[i] as u64);
    }
    hash
}

fn useful_steps(page: &Page, every_order: bool) -> Vec<Move> {
    let useful = page.advancing();
    let bonuses = &page.plan.bonuses;
    if page.may_use_bonuses() {
        let mut found: Vec<Move> = useful.iter().copied().filter(|step| !matches!(step, Move::Use(_))).collect();
        let uses: Vec<u8> = useful.iter().filter_map(|step| if let Move::Use(bonus) = step { Some(*bonus) } else { None }).collect();
        if let Some(&only) = uses.iter().find(|&&bonus| !bonuses[bonus as usize].gift.asks()) {
            found.push(Move::Use(only)); // better used before all others
        } else if every_order {
            let mut kinds: Vec<(usize, u8)> = Vec::new();
            for bonus in uses {
                match kinds.iter_mut().find(|(like, _)| *like == bonuses[bonus as usize].like) {
                    Some(same) => same.1 = bonus,
                    None => kinds.push((bonuses[bonus as usize].like, bonus)),
                }
            }
            found.extend(kinds.into_iter().map(|(_, bonus)| Move::Use(bonus)));
        } else if let Some(first) = uses.into_iter().min_by_key(|&bonus| bonuses[bonus as usize].order) {
            found.push(Move::Use(first));
        }
        return found;
    }
    if useful.is_empty() {
        return page.given_up().into_iter().take(1).collect();
    }
    let sales: Vec<[u8; 3]> = useful.iter().filter_map(|step| if let Move::Sell(goods) = step { Some(*goods) } else { None }).collect();
    if sales.len() < 2 {
        return useful;
    }
    let is_part = |sale: &[u8; 3]| {
        let size: u8 = sale.iter().sum();
        sales.iter().any(|other| other.iter().sum::<u8>() > size && (0..3).all(|kind| other[kind] >= sale[kind]))
    };
    useful.into_iter().filter(|step| !matches!(step, Move::Sell(goods) if is_part(goods))).collect()
}

struct Line<'a> {
    page: Page<'a>,
    steps: Vec<Move>,
}

fn play_out(page: Page, outlook: &mut Outlook, width: usize, rng: &mut Rng) -> Ended {
    let every_order = width > 1;
    let mut is_best = every_order;
    let mut lines = vec![Line { page, steps: Vec::new() }];
    let mut ended: Vec<Line> = Vec::new();
    while !lines.is_empty() {
        let mut seen: Vec<u64> = Vec::new();
        let mut found: Vec<Line> = Vec::new();
        for line in lines {
            let steps = useful_steps(&line.page, every_order);
            for &step in &steps {
                let mut after = line.page;
                after.do_step(step);
                let found_before = fingerprint(&after);
                if !seen.contains(&found_before) {
                    seen.push(found_before);
                    let mut path = Vec::with_capacity(line.steps.len() + 4);
                    path.extend_from_slice(&line.steps);
                    path.push(step);
                    found.push(Line { page: after, steps: path });
                }
            }
            if steps.is_empty() {
                ended.push(line);
            }
        }
        if found.len() > width {
            is_best = false;
            let mut judged: Vec<(f64, Line)> = found
                .into_iter()
                .map(|line| (outlook.rate(&line.page.marks, rng) + 1.0 / 15.0 * line.page.pending(), line))
                .collect();
            judged.sort_by(|one, other| other.0.total_cmp(&one.0));
            judged.truncate(width);
            found = judged.into_iter().map(|(_, line)| line).collect();
        }
        lines = found;
    }
    let mut best: Option<Ended> = None;
    for line in ended {
        let rating = outlook.rate(&line.page.marks, rng);
        if best.as_ref().is_none_or(|other| rating > other.rating) {
            best = Some(Ended { rating, marks: line.page.marks, steps: line.steps, is_best });
        }
    }
    best.unwrap()
}

/// Play a turn with a die to its end; an unsuitable one does nothing.
fn use_die(table: &Table, marks: &Marks, die: (usize, (u8, u8)), outlook: &mut Outlook, width: usize, rng: &mut Rng) -> Ended {
    let mut page = Page::new(table.plan, *marks, Tasks::default(), [table.faces[0], table.faces[1]]);
    if page.is_suitable(die.0, die.1) {
        page.use_die(die.0, die.1);
        page = Page::new(table.plan, page.marks, page.tasks, page.purple);
    }
    play_out(page, outlook, width, rng)
}

struct Turn {
    die: u8,
    line: Ended,
}

fn sort_turns(turns: &mut [Turn]) {
    turns.sort_by(|one, other| other.line.rating.total_cmp(&one.line.rating));
}

/// Plan the rest of a turn, or up to the next roll, as `plan_turn` does at its start.
pub fn plan_turn(table: &Table, level: &Level, evaluations: &[Evaluation], rng: &mut Rng) -> (Vec<Move>, f64) {
    let (plan, mover) = (table.plan, table.mover());
    let moves = table.legal_moves();
    if moves.len() == 1 && !matches!(moves[0], Move::Take(_)) {
        return (moves, 0.0);
    }
    let eval = (&evaluations[level.evaluation], level.mistakes);
    let marks = table.marks[mover];
    let mut outlook = Outlook::new(plan, &table.marks, table.starter, mover, eval, table.turn + 1, rng);
    let show = |die: u8| (die as usize / 2, table.faces[die as usize]);
    let mut takes: Vec<u8> = Vec::new();
    for step in &moves {
        if let Move::Take(die) = step {
            match takes.iter_mut().find(|other| show(**other) == show(*die)) {
                Some(same) => *same = *die,
                None => takes.push(*die),
            }
        }
    }
    let mut turns: Vec<Turn> = Vec::new();
    for die in takes {
        turns.push(Turn { die, line: use_die(table, &marks, show(die), &mut outlook, level.quick, rng) });
    }
    sort_turns(&mut turns);
    for i in 0..level.contenders.min(turns.len()) {
        if turns[i].line.rating > turns[0].line.rating - 2.0 && !turns[i].line.is_best {
            let thorough = use_die(table, &marks, show(turns[i].die), &mut outlook, level.width, rng);
            if thorough.rating >= turns[i].line.rating {
                turns[i].line = thorough;
            }
        }
    }
    sort_turns(&mut turns);
    let mut chances: Vec<f64> = turns.iter().map(|turn| to_probability(turn.line.rating)).collect();
    let mut gain = 0.0;
    let looks = level.second_pick && table.marks.len() == 2 && table.turn <= 1 && table.rolling.is_none() && !table.has_met();
    if looks {
        let rival = 1 - mover;
        let mut theirs = Outlook::new(plan, &table.marks, table.starter, rival, eval, table.turn + 2, rng);
        let lying: Vec<u8> = (0..8).filter(|&die| table.places[die as usize] == Place::Middle).collect();
        let mut replies: Vec<((usize, (u8, u8)), Ended)> = Vec::new();
        for &die in &lying {
            if !replies.iter().any(|(shown, _)| *shown == show(die)) {
                replies.push((show(die), use_die(table, &table.marks[rival], show(die), &mut theirs, 2, rng)));
            }
        }
        let ahead: Vec<f64> = turns
            .iter()
            .take(3)
            .map(|turn| {
                let after = turn.line.marks;
                if after.half_points() >= 2 * plan.fame {
                    return to_probability(turn.line.rating);
                }
                let gone = |die: u8| die == turn.die || (lying.len() == 8 && die == turn.die ^ 1);
                let mut left: Vec<_> = lying.iter().filter(|&&die| !gone(die)).map(|&die| show(die)).collect();
                let mut reply: Option<(usize, &Ended)> = None;
                for (i, die) in left.iter().enumerate() {
                    let line = &replies.iter().find(|(shown, _)| shown == die).unwrap().1;
                    if reply.is_none_or(|(_, other)| line.rating > other.rating) {
                        reply = Some((i, line));
                    }
                }
                let (taken, line) = reply.unwrap();
                let first = left.iter().position(|die| *die == left[taken]).unwrap();
                left.remove(first);
                let mut then = table.marks.clone();
                then[rival] = line.marks;
                let mut later = Outlook::new(plan, &then, table.starter, mover, eval, table.turn + 3, rng);
                let mut best = f64::NEG_INFINITY;
                let mut seen = Vec::new();
                for die in left {
                    if !seen.contains(&die) {
                        seen.push(die);
                        best = best.max(use_die(table, &after, die, &mut later, level.quick, rng).rating);
                    }
                }
                to_probability(best)
            })
            .collect();
        if let Some(first) = ahead.first() {
            gain = first - chances[0];
        }
        for i in 0..chances.len() {
            chances[i] = if i < ahead.len() { ahead[i] } else { (chances[i] + gain).clamp(1e-6, 1.0 - 1e-6) };
        }
    }
    let mut options: Vec<(Vec<Move>, f64)> = Vec::new();
    for (turn, chance) in turns.iter().zip(&chances) {
        let mut path = vec![Move::Take(turn.die)];
        path.extend_from_slice(&turn.line.steps);
        path.push(Move::End);
        options.push((path, *chance));
    }
    let karmas: Vec<u8> = moves.iter().filter_map(|step| if let Move::Karma(die) = step { Some(*die) } else { None }).collect();
    if !karmas.is_empty() && level.expects_karma {
        let elephant = match table.rolling {
            Some((_, elephant)) => elephant,
            None => table.places.iter().position(|place| *place == Place::Elephant).unwrap(),
        } / 2;
        let mut spent = marks;
        spent.karma_used += 1;
        let mut by_colour: Vec<(usize, u8)> = Vec::new();
        for die in karmas {
            match by_colour.iter_mut().find(|(colour, _)| *colour == die as usize / 2) {
                Some(same) => same.1 = die,
                None => by_colour.push((die as usize / 2, die)),
            }
        }
        let mut colours: Vec<usize> = by_colour.iter().map(|(colour, _)| *colour).collect();
        if !colours.contains(&elephant) {
            colours.push(elephant);
        }
        let mut rated: HashMap<usize, Vec<f64>> = HashMap::new();
        for &colour in &colours {
            let mut lines: Vec<((u8, u8), f64)> = Vec::new();
            for &face in &plan.faces[colour] {
                if !lines.iter().any(|(known, _)| *known == face) {
                    let line = use_die(table, &spent, (colour, face), &mut outlook, level.rerolled, rng);
                    lines.push((face, to_probability(line.rating)));
                }
            }
            let all = plan.faces[colour].iter().map(|face| lines.iter().find(|(known, _)| known == face).unwrap().1).collect();
            rated.insert(colour, all);
        }
        for (colour, die) in by_colour {
            let mut sum = 0.0;
            for one in &rated[&colour] {
                for other in &rated[&elephant] {
                    sum += one.max(*other);
                }
            }
            let chance = sum / (rated[&colour].len() * rated[&elephant].len()) as f64;
            options.push((vec![Move::Karma(die)], (chance + gain).clamp(1e-6, 1.0 - 1e-6)));
        }
    }
    if options.is_empty() {
        return (vec![*moves.last().unwrap()], 0.0);
    }
    options.sort_by(|one, other| other.1.total_cmp(&one.1));
    options.swap_remove(0)
}

// Greedy players: one step at a time

pub struct Greedy {
    pub weights: Hand,
    pub favourite: Option<usize>,
    pub poor_turn: f64,
    pub small_difference: f64,
}

fn evaluate_page(page: &Page, weights: &Hand) -> f64 {
    evaluate(page.plan, &page.marks, weights) + page.pending()
}

fn after_step<'a>(page: &Page<'a>, step: Move) -> Page<'a> {
    let mut after = *page;
    if step == Move::End {
        after.end_turn();
    } else {
        after.do_step(step);
    }
    after
}

/// The values of all legal steps; None if the next step follows from the order of bonuses.
fn greedy_values(page: &Page, weights: &Hand) -> Result<Move, Vec<(Move, f64)>> {
    let moves = page.legal_steps();
    if moves.len() == 1 {
        return Ok(moves[0]);
    }
    if page.may_use_bonuses() {
        let uses = moves.iter().filter_map(|step| if let Move::Use(bonus) = step { Some(*bonus) } else { None });
        if let Some(bonus) = uses.min_by_key(|&bonus| page.plan.bonuses[bonus as usize].order) {
            return Ok(Move::Use(bonus));
        }
        let mut best = (Move::End, f64::NEG_INFINITY);
        for step in moves.into_iter().filter(|step| matches!(step, Move::Road(..) | Move::Half(..))) {
            let value = evaluate_page(&after_step(page, step), weights);
            if value > best.1 {
                best = (step, value);
            }
        }
        return Ok(best.0);
    }
    Err(moves.into_iter().map(|step| (step, evaluate_page(&after_step(page, step), weights))).collect())
}

pub fn greedy_step(page: &Page, greedy: &Greedy, rng: &mut Rng) -> Move {
    match greedy_values(page, &greedy.weights) {
        Ok(step) => step,
        Err(values) => {
            let most = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
            let good: Vec<Move> =
                values.iter().filter(|(_, value)| *value >= most - greedy.small_difference).map(|(step, _)| *step).collect();
            good[rng.below(good.len())]
        }
    }
}

pub fn greedy_die(table: &Table, greedy: &Greedy) -> Move {
    let moves = table.legal_moves();
    let page = table.page();
    let before = evaluate_page(&page, &greedy.weights);
    let mut gains: Vec<(u8, f64)> = Vec::new();
    for step in &moves {
        if let Move::Take(die) = *step {
            let mut page = page;
            let (colour, face) = (die as usize / 2, table.faces[die as usize]);
            if page.is_suitable(colour, face) {
                page.use_die(colour, face);
                page = Page::new(page.plan, page.marks, page.tasks, page.purple);
            }
            loop {
                let step = match greedy_values(&page, &greedy.weights) {
                    Ok(step) => step,
                    Err(values) => {
                        let mut best = values[0];
                        for value in values {
                            if value.1 > best.1 {
                                best = value;
                            }
                        }
                        best.0
                    }
                };
                if step == Move::End {
                    break;
                }
                page.do_step(step);
            }
            let gain = evaluate_page(&page, &greedy.weights) - before;
            match gains.iter_mut().find(|(d, _)| *d / 2 == die / 2 && table.faces[*d as usize] == face) {
                Some(same) => *same = (die, gain),
                None => gains.push((die, gain)),
            }
        }
    }
    let liked: Vec<(u8, f64)> = gains.iter().copied().filter(|(die, _)| greedy.favourite == Some(*die as usize / 2)).collect();
    let mut best: Option<(u8, f64)> = None;
    for each in if liked.is_empty() { &gains } else { &liked } {
        if best.is_none_or(|other| each.1 > other.1) {
            best = Some(*each);
        }
    }
    let karmas: Vec<u8> = moves.iter().filter_map(|step| if let Move::Karma(die) = step { Some(*die) } else { None }).collect();
    if !karmas.is_empty() && best.is_none_or(|(_, gain)| gain < greedy.poor_turn) {
        let gain = |die: u8| gains.iter().find(|(other, _)| *other == die).map_or(-1.0, |(_, gain)| *gain);
        let mut worst = karmas[0];
        for &die in &karmas {
            if gain(die) < gain(worst) {
                worst = die;
            }
        }
        return Move::Karma(worst);
    }
    best.map_or(*moves.last().unwrap(), |(die, _)| Move::Take(die))
}
