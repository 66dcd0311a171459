//! The rules of a turn on one sheet, as in `companion/games/dice_charmers/rules`. Tests compare them move by move.

pub const SPACES: usize = 32;
pub const TASKS: usize = 12;
const NOWHERE: i32 = -1;
const SIDES: [&str; 4] = ["N", "E", "S", "W"];
pub const GOODS: [&str; 3] = ["tea", "silk", "spices"];
pub const BUILDINGS: [&str; 4] = ["temple", "palace", "fort", "mill"];
pub const PEOPLE: [&str; 6] = ["great-mogul", "maharani", "trader", "raja-man-singh", "master-builder", "portuguese"];
pub const COLOURS: [&str; 4] = ["purple", "green", "blue", "orange"];
const MOGUL: u8 = 0;
pub const ANYONE: u8 = 6;
const ALL: u8 = u8::MAX;
pub const MARKET_SAME: u8 = 5; // kinds of spaces: 0 residence, 1 to 4 buildings, 5 and 6 markets, 7 blank
pub const MARKET_DIFFERENT: u8 = 6;

// Roads as open sides: N 1, E 2, S 4, W 8; by shape, in the order of rules/plan.py
const SHAPES: [&[u8]; 5] = [&[5, 10], &[3, 6, 12, 9], &[7, 14, 13, 11], &[15], &[5, 10, 3, 6, 12, 9]];
const HALF_ROADS: u8 = 4;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Buyer {
    pub low: u8,
    pub high: u8,
    pub same: bool,
    pub different: bool,
}

const TRADER: Buyer = Buyer { low: 1, high: 2, same: false, different: false };

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gift {
    Person(u8),
    Upgrade,
    Karma,
    Fame(u8),
    Money(u8),
    GoodsDie,
    Goods(u8),
    Sale(Buyer),
    HalfRoad,
    Road(u8),
    Ahead,
    Back(u8),
}

impl Gift {
    /// Whether it can need a choice of the player.
    pub fn asks(self) -> bool {
        !matches!(self, Gift::Karma | Gift::Fame(_) | Gift::Money(_))
    }
}

pub struct Bonus {
    pub place: String,
    pub gift: Gift,
    pub value: f64, // for bots, in half points
    pub order: i32, // bots use low numbers first
    pub like: usize, // the first bonus of the sheet that gives the same
}

pub struct Plan {
    pub names: Vec<String>,
    pub kinds: Vec<u8>,
    pub neighbours: Vec<[i32; 4]>,
    pub first: Marks,
    pub edges: Vec<(usize, usize, u8)>, // space, side, bonus
    pub edge_at: [[i32; 4]; SPACES],
    pub residence: usize,
    pub bonuses: Vec<Bonus>,
    pub prices: [Vec<i32>; 3],
    pub tents: Vec<(u8, [u8; 3])>,
    pub fame: i32,
    pub money: i32,
    pub fame_bonuses: Vec<(i32, u8)>,
    pub money_bonuses: Vec<(i32, u8)>,
    pub karma_places: u8,
    pub karma_bonuses: Vec<(u8, u8)>,
    pub symbols: Vec<u8>,
    pub earnings: Vec<Vec<Gift>>,
    pub earning_names: Vec<Vec<String>>,
    pub uses: u8,
    pub wings: Vec<(Vec<usize>, Vec<u8>)>, // people, the bonuses of their columns
    pub values: Vec<i32>, // fame of a building by its upgrades
    pub most_upgrades: [u8; 4],
    pub upgrade_columns: Vec<(u8, Vec<usize>)>,
    pub faces: [Vec<(u8, u8)>; 4], // of each colour: two goods, or shape, symbol, person
    pub face_names: [Vec<String>; 4],
    pub task_values: [f64; 11],
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Marks {
    pub fame: i32,
    pub money: i32,
    pub roads: [u8; SPACES],
    pub entrances: [u8; SPACES],
    pub goods: [u8; 3],
    pub sold: [u8; 3],
    pub people: [u8; 6],
    pub river: u32,
    pub upgrades: [u8; 4],
    pub karma_circled: u8,
    pub karma_used: u8,
    pub circled: [u8; 16], // bonuses in the order of their release; the first `waiting`
    pub waiting: u8,
    pub crossed: u64,
    pub wasted: u64,
}

impl Marks {
    pub fn half_points(&self) -> i32 {
        2 * self.fame + self.money
    }
    pub fn circled(&self) -> &[u8] {
        &self.circled[..self.waiting as usize]
    }
    /// What decides the game: half points, karma circled, karma used.
    pub fn result(&self) -> (i32, u8, u8) {
        (self.half_points(), self.karma_circled, self.karma_used)
    }
    pub fn boat(&self) -> i32 {
        31 - self.river.leading_zeros() as i32
    }
    fn drop_circled(&mut self, bonus: u8) {
        let mut left = 0;
        for i in 0..self.waiting as usize {
            if self.circled[i] != bonus {
                self.circled[left] = self.circled[i];
                left += 1;
            }
        }
        self.circled[left..].fill(0);
        self.waiting = left as u8;
    }
    fn cross_out(&mut self, bonus: u8) {
        self.drop_circled(bonus);
        self.crossed |= 1 << bonus;
    }
    pub fn waste(&mut self, bonus: u8) {
        self.drop_circled(bonus);
        self.wasted |= 1 << bonus;
    }
    fn release(&mut self, bonus: u8) {
        self.circled[self.waiting as usize] = bonus;
        self.waiting += 1;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Source {
    #[default]
    Die,
    Bonus(u8),
    Market(u8),
    River(u8),
    SecondHalf,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Task {
    #[default]
    None,
    Road(u8),
    Half(u8),
    Goods(u8),
    GoodsDie,
    Sale(Buyer),
    Call { mogul: bool, named: u8 },
    Upgrade,
    Ahead(u8),
    Back(u8),
    Trade,
    BackOrGoods,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Take(u8),
    Karma(u8),
    Pass,
    Road(u8, u8),
    Half(u8, u8),
    Sell([u8; 3]),
    Goods(u8),
    GoodsDie(u8),
    Sail(i8),
    Upgrade(u8),
    Person(u8),
    Use(u8),
    GiveUp(Source, u8), // of several earnings of a river space, which one; else ALL
    End,
}

/// The open tasks: groups that are done from the last to the first, each in any order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tasks {
    pub count: u8,
    pub list: [(Source, Task); TASKS],
    pub group: [u8; TASKS],
}

impl Tasks {
    fn top(&self) -> std::ops::Range<usize> {
        let end = self.count as usize;
        let mut start = end;
        while start > 0 && self.group[start - 1] == self.group[end - 1] {
            start -= 1;
        }
        start..end
    }
    fn add(&mut self, tasks: &[(Source, Task)]) {
        let group = if self.count == 0 { 0 } else { self.group[self.count as usize - 1] + 1 };
        for task in tasks {
            self.list[self.count as usize] = *task;
            self.group[self.count as usize] = group;
            self.count += 1;
        }
    }
    fn remove(&mut self, at: usize) {
        let end = self.count as usize;
        let alone = !(0..end).any(|i| i != at && self.group[i] == self.group[at]);
        for i in at + 1..end {
            self.list[i - 1] = self.list[i];
            self.group[i - 1] = self.group[i] - alone as u8;
        }
        self.list[end - 1] = Default::default();
        self.group[end - 1] = 0;
        self.count -= 1;
    }
    fn clear(&mut self) {
        *self = Tasks::default();
    }
}

fn can_wait(source: Source, task: Task) -> bool {
    task == Task::Half(1) && matches!(source, Source::River(_))
}

#[derive(Clone, Copy)]
pub struct Page<'a> {
    pub plan: &'a Plan,
    pub marks: Marks,
    pub tasks: Tasks,
    pub purple: [(u8, u8); 2], // the goods of both purple dice
    earned: [u8; 8],
    paid: usize,
    earnings: usize,
}

impl<'a> Page<'a> {
    pub fn new(plan: &'a Plan, marks: Marks, tasks: Tasks, purple: [(u8, u8); 2]) -> Self {
        Page { plan, marks, tasks, purple, earned: [0; 8], paid: 0, earnings: 0 }
    }

    // Marks

    fn earn_fame(&mut self, amount: i32) {
        let before = self.marks.fame;
        self.marks.fame = (before + amount).min(self.plan.fame);
        for &(place, bonus) in &self.plan.fame_bonuses {
            if before < place && place <= self.marks.fame {
                self.marks.release(bonus);
            }
        }
    }
    fn earn_money(&mut self, amount: i32) {
        let before = self.marks.money;
        self.marks.money = (before + amount).min(self.plan.money);
        for &(place, bonus) in &self.plan.money_bonuses {
            if before < place && place <= self.marks.money {
                self.marks.release(bonus);
            }
        }
    }
    fn circle_karma(&mut self) {
        if self.marks.karma_circled < self.plan.karma_places {
            self.marks.karma_circled += 1;
            for &(place, bonus) in &self.plan.karma_bonuses {
                if place == self.marks.karma_circled {
                    self.marks.release(bonus);
                }
            }
        }
    }
    fn is_free(&self, good: usize) -> bool {
        (self.marks.goods[good] as usize) < self.plan.prices[good].len()
    }
    fn free_kinds(&self) -> Vec<usize> {
        (0..3).filter(|&good| self.is_free(good)).collect()
    }
    fn circle(&mut self, good: usize) {
        if self.is_free(good) {
            self.marks.goods[good] += 1;
        }
    }
    fn stock(&self) -> [u8; 3] {
        std::array::from_fn(|kind| self.marks.goods[kind] - self.marks.sold[kind])
    }
    fn sell(&mut self, goods: [u8; 3]) {
        let before = self.marks.sold;
        let mut income = 0;
        for kind in 0..3 {
            for _ in 0..goods[kind] {
                income += self.plan.prices[kind][self.marks.sold[kind] as usize];
                self.marks.sold[kind] += 1;
            }
        }
        self.earn_money(income);
        let sold_out = |needed: &[u8; 3], sold: &[u8; 3]| (0..3).all(|kind| needed[kind] <= sold[kind]);
        for (bonus, needed) in &self.plan.tents {
            if sold_out(needed, &self.marks.sold) && !sold_out(needed, &before) {
                self.marks.release(*bonus);
            }
        }
    }
    fn ahead(&self) -> i32 {
        self.plan.symbols.len() as i32 - 1 - self.marks.boat()
    }
    fn unmarked_behind(&self) -> Vec<i32> {
        (0..self.marks.boat()).rev().filter(|&space| self.marks.river >> space & 1 == 0).collect()
    }
    fn next_symbol(&self, symbol: u8) -> Option<i32> {
        (self.marks.boat() + 1..self.plan.symbols.len() as i32).find(|&space| self.plan.symbols[space as usize] == symbol)
    }
    fn mark_river(&mut self, space: i32) {
        self.marks.river |= 1 << space;
        self.earned[self.earnings] = space as u8;
        self.earnings += 1;
    }
    fn has_space(&self, person: u8) -> bool {
        self.marks.people[person as usize] < self.plan.uses
    }
    fn can_call(&self, person: u8) -> bool {
        self.has_space(person) && (person != MOGUL || (1..6).any(|other| self.has_space(other)))
    }
    fn call_person(&mut self, person: u8, source: Source) {
        self.marks.people[person as usize] += 1;
        let column = self.marks.people[person as usize];
        for (wing, bonuses) in &self.plan.wings {
            if wing.contains(&(person as usize)) && wing.iter().all(|&other| self.marks.people[other] >= column) {
                self.marks.release(bonuses[column as usize - 1]);
            }
        }
        if person == 3 {
            self.earn_money(1);
        }
        let task = match person {
            0 => Task::Call { mogul: true, named: ANYONE },
            1 => Task::Ahead(2),
            2 => Task::Trade,
            3 => Task::Upgrade,
            4 => Task::Half(2),
            _ => Task::BackOrGoods,
        };
        self.tasks.add(&[(source, task)]);
    }

    // Roads

    fn open_sides(&mut self, space: usize, sides: u8) {
        for side in 0..4 {
            if sides >> side & 1 == 1 {
                let neighbour = self.plan.neighbours[space][side];
                if neighbour != NOWHERE {
                    self.marks.entrances[neighbour as usize] |= 1 << ((side + 2) % 4);
                }
                if self.plan.edge_at[space][side] >= 0 {
                    self.marks.release(self.plan.edge_at[space][side] as u8);
                }
            }
        }
        self.marks.roads[space] |= sides;
    }
    fn draw_road(&mut self, space: usize, sides: u8) {
        self.open_sides(space, sides);
        let kind = self.plan.kinds[space];
        match kind {
            1..=4 => {
                let upgrades = self.marks.upgrades[kind as usize - 1] as usize;
                self.earn_fame(self.plan.values[upgrades]);
            }
            MARKET_SAME | MARKET_DIFFERENT => {
                let buyer = Buyer { low: 1, high: 3, same: kind == MARKET_SAME, different: kind == MARKET_DIFFERENT };
                self.tasks.add(&[(Source::Market(space as u8), Task::Sale(buyer))]);
            }
            _ => {}
        }
    }
    fn new_roads(&self, shape: u8, found: &mut Vec<Move>) {
        for space in 0..self.plan.kinds.len() {
            let arriving = self.marks.entrances[space];
            if arriving != 0 && self.marks.roads[space] == 0 {
                for &sides in SHAPES[shape as usize] {
                    if sides & arriving != 0 {
                        found.push(Move::Road(space as u8, sides));
                    }
                }
            }
        }
    }
    fn has_room(&self, shape: u8) -> bool {
        (0..self.plan.kinds.len()).any(|space| {
            let arriving = self.marks.entrances[space];
            arriving != 0 && self.marks.roads[space] == 0 && SHAPES[shape as usize].iter().any(|sides| sides & arriving != 0)
        })
    }
    fn is_extensible(&self, space: usize) -> bool {
        let road = self.marks.roads[space];
        0 < road && road < 15 && space != self.plan.residence
    }
    /// Another half-road of the river that waits; `at` is the task itself.
    fn waiting_half(&self, at: Option<usize>) -> Option<usize> {
        (0..self.tasks.count as usize).find(|&i| Some(i) != at && can_wait(self.tasks.list[i].0, self.tasks.list[i].1))
    }
    /// Another circled half-road, if this one is such a bonus or was earned on the river.
    fn circled_half(&self, source: Source, count: u8) -> Option<u8> {
        let own = match source {
            Source::Bonus(bonus) if self.plan.bonuses[bonus as usize].gift == Gift::HalfRoad => bonus,
            Source::River(_) if count == 1 => u8::MAX,
            _ => return None,
        };
        let circled = self.marks.circled().iter().copied();
        circled.into_iter().find(|&bonus| bonus != own && self.plan.bonuses[bonus as usize].gift == Gift::HalfRoad)
    }
    fn can_combine(&self, source: Source, count: u8, at: Option<usize>) -> bool {
        count == 2 || self.waiting_half(at).is_some() || self.circled_half(source, count).is_some()
    }

    // Tasks

    fn is_possible(&self, source: Source, task: Task, at: Option<usize>) -> bool {
        match task {
            Task::None => false,
            Task::Road(shape) => self.has_room(shape),
            Task::Half(count) => {
                (0..self.plan.kinds.len()).any(|space| self.is_extensible(space))
                    || (self.can_combine(source, count, at) && self.has_room(HALF_ROADS))
            }
            Task::Goods(_) => (0..3).any(|good| self.is_free(good)),
            Task::GoodsDie => (0..2).any(|die| self.helps(die)),
            Task::Sale(buyer) => {
                let stock = self.stock();
                (buyer.same && *stock.iter().max().unwrap() >= buyer.low)
                    || (buyer.different && stock.iter().filter(|&&n| n > 0).count() >= buyer.low as usize)
                    || (!buyer.same && !buyer.different && stock.iter().sum::<u8>() >= buyer.low)
            }
            Task::Call { mogul, named } => {
                (0..6).any(|person| (named == ANYONE || named == person) && !(mogul && person == MOGUL) && self.can_call(person))
            }
            Task::Upgrade => self.marks.upgrades != self.plan.most_upgrades,
            Task::Ahead(_) => self.ahead() > 0,
            Task::Back(_) => !self.unmarked_behind().is_empty(),
            Task::Trade => self.is_possible(source, Task::Sale(TRADER), at) || self.is_possible(source, Task::Goods(1), at),
            Task::BackOrGoods => {
                self.is_possible(source, Task::Back(2), at) || self.is_possible(source, Task::Goods(1), at)
            }
        }
    }
    fn helps(&self, die: usize) -> bool {
        let (one, two) = self.purple[die];
        self.is_free(one as usize) || self.is_free(two as usize)
    }
    /// List the legal moves that complete a task.
    fn answers(&self, source: Source, task: Task, at: Option<usize>, found: &mut Vec<Move>) {
        match task {
            Task::None => {}
            Task::Road(shape) => self.new_roads(shape, found),
            Task::Half(count) => {
                if self.can_combine(source, count, at) {
                    self.new_roads(HALF_ROADS, found);
                }
                for space in 0..self.plan.kinds.len() {
                    if self.is_extensible(space) {
                        for side in 0..4 {
                            if self.marks.roads[space] >> side & 1 == 0 {
                                found.push(Move::Half(space as u8, side));
                            }
                        }
                    }
                }
            }
            Task::Goods(count) => {
                let free = self.free_kinds();
                match (free.len(), (count as usize).min(free.len())) {
                    (0, _) => {}
                    (_, 1) => found.extend(free.iter().map(|&a| Move::Goods(1 << a))),
                    (3, 2) => found.extend([3, 5, 6].map(Move::Goods)),
                    (_, _) => found.push(Move::Goods(free.iter().map(|&a| 1 << a).sum())),
                }
            }
            Task::GoodsDie => found.extend((0..2).filter(|&die| self.helps(die)).map(|die| Move::GoodsDie(die as u8))),
            Task::Sale(buyer) => self.sales(buyer, found),
            Task::Call { mogul, named } => found.extend(
                (0..6)
                    .filter(|&p| (named == ANYONE || named == p) && !(mogul && p == MOGUL) && self.can_call(p))
                    .map(Move::Person),
            ),
            Task::Upgrade => found.extend(
                (0..4)
                    .filter(|&b| self.marks.upgrades[b as usize] < self.plan.most_upgrades[b as usize])
                    .map(Move::Upgrade),
            ),
            Task::Ahead(most) => found.extend((1..=most as i32).filter(|&n| n <= self.ahead()).map(|n| Move::Sail(n as i8))),
            Task::Back(most) => {
                let left = self.unmarked_behind().len();
                found.extend((1..=left.min(most as usize)).map(|n| Move::Sail(-(n as i8))));
            }
            Task::Trade => {
                self.answers(source, Task::Sale(TRADER), at, found);
                self.answers(source, Task::Goods(1), at, found);
            }
            Task::BackOrGoods => {
                self.answers(source, Task::Back(2), at, found);
                self.answers(source, Task::Goods(1), at, found);
            }
        }
    }
    /// List the sales, the largest first, in the order of combinations with replacement.
    fn sales(&self, buyer: Buyer, found: &mut Vec<Move>) {
        let stock = self.stock();
        for count in (buyer.low..=buyer.high).rev() {
            for tea in (0..=count).rev() {
                for silk in (0..=count - tea).rev() {
                    let goods = [tea, silk, count - tea - silk];
                    let kinds = goods.iter().filter(|&&n| n > 0).count();
                    let fits = (buyer.same && kinds == 1)
                        || (buyer.different && kinds == count as usize)
                        || (!buyer.same && !buyer.different);
                    if fits && (0..3).all(|kind| goods[kind] <= stock[kind]) {
                        found.push(Move::Sell(goods));
                    }
                }
            }
        }
    }
    fn complete(&mut self, at: usize, action: Move) {
        let (source, task) = self.tasks.list[at];
        self.tasks.remove(at);
        match action {
            Move::Road(space, sides) => {
                if task == Task::Half(1) {
                    match self.waiting_half(None) {
                        Some(other) => self.tasks.remove(other),
                        None => {
                            let partner = self.circled_half(source, 1).unwrap();
                            self.marks.cross_out(partner);
                        }
                    }
                }
                self.draw_road(space as usize, sides);
            }
            Move::Half(space, side) => {
                self.open_sides(space as usize, 1 << side);
                if task == Task::Half(2) {
                    self.tasks.add(&[(Source::SecondHalf, Task::Half(1))]);
                }
            }
            Move::Sell(goods) => self.sell(goods),
            Move::Goods(kinds) => (0..3).filter(|good| kinds >> good & 1 == 1).for_each(|good| self.circle(good)),
            Move::GoodsDie(die) => {
                let (one, two) = self.purple[die as usize];
                self.circle(one as usize);
                self.circle(two as usize);
            }
            Move::Sail(step) if step > 0 => self.mark_river(self.marks.boat() + step as i32),
            Move::Sail(step) => self.mark_river(self.unmarked_behind()[-step as usize - 1]),
            Move::Upgrade(building) => {
                self.marks.upgrades[building as usize] += 1;
                let step = self.marks.upgrades[building as usize];
                let (bonus, buildings) = &self.plan.upgrade_columns[step as usize - 1];
                if buildings.iter().all(|&each| self.marks.upgrades[each] >= step) {
                    self.marks.release(*bonus);
                }
            }
            Move::Person(person) => self.call_person(person, source),
            _ => unreachable!(),
        }
    }

    // Bonuses

    fn ask(&self, gift: Gift) -> Task {
        match gift {
            Gift::Person(named) => Task::Call { mogul: false, named },
            Gift::Upgrade => Task::Upgrade,
            Gift::GoodsDie => Task::GoodsDie,
            Gift::Goods(count) => Task::Goods(count),
            Gift::Sale(buyer) => Task::Sale(buyer),
            Gift::HalfRoad => Task::Half(1),
            Gift::Road(shape) => Task::Road(shape),
            Gift::Ahead => Task::Ahead(1),
            Gift::Back(most) => Task::Back(most),
            _ => Task::None,
        }
    }
    pub fn is_useful(&self, bonus: u8) -> bool {
        match self.plan.bonuses[bonus as usize].gift {
            Gift::Karma => self.marks.karma_circled < self.plan.karma_places,
            Gift::Fame(_) => self.marks.fame < self.plan.fame,
            Gift::Money(_) => self.marks.money < self.plan.money,
            gift => self.is_possible(Source::Bonus(bonus), self.ask(gift), None),
        }
    }
    /// Enter a gift if it leaves no choice; otherwise return the task for the player.
    fn grant(&mut self, source: Source, gift: Gift) -> Option<(Source, Task)> {
        match gift {
            Gift::Karma => self.circle_karma(),
            Gift::Fame(amount) => self.earn_fame(amount as i32),
            Gift::Money(amount) => self.earn_money(amount as i32),
            Gift::Person(person) if person != ANYONE => {
                if self.can_call(person) {
                    self.call_person(person, source);
                }
            }
            Gift::Goods(count) if self.free_kinds().len() <= count as usize => {
                for good in self.free_kinds() {
                    self.circle(good);
                }
            }
            Gift::Ahead => {
                if self.ahead() > 0 {
                    self.mark_river(self.marks.boat() + 1);
                }
            }
            Gift::Back(1) => {
                if let Some(&nearest) = self.unmarked_behind().first() {
                    self.mark_river(nearest);
                }
            }
            _ => return Some((source, self.ask(gift))),
        }
        None
    }
    /// Pay out the marked river spaces and drop impossible tasks; half-roads that can wait join an earlier group.
    pub fn settle(&mut self) {
        while self.paid < self.earnings {
            let space = self.earned[self.paid];
            self.paid += 1;
            let plan = self.plan;
            let gifts = &plan.earnings[space as usize];
            let several = gifts.iter().filter(|gift| gift.asks()).count() > 1;
            let mut asked = Vec::new();
            for &gift in gifts {
                let source = Source::River(space);
                if several && matches!(gift, Gift::Person(_) | Gift::Ahead | Gift::Back(_)) {
                    asked.push((source, self.ask(gift)));
                } else if let Some(task) = self.grant(source, gift) {
                    asked.push(task);
                }
            }
            self.tasks.add(&asked);
        }
        while self.tasks.count > 0 {
            let top = self.tasks.top();
            let waits = |i: usize| can_wait(self.tasks.list[i].0, self.tasks.list[i].1);
            let waiting: Vec<_> = top.clone().filter(|&i| waits(i)).map(|i| self.tasks.list[i]).collect();
            let is_first = top.start == 0;
            if (is_first || waiting.len() < top.len())
                && top.clone().any(|i| self.is_possible(self.tasks.list[i].0, self.tasks.list[i].1, Some(i)))
            {
                return;
            }
            for i in top.clone().rev() {
                self.tasks.remove(i);
            }
            if is_first {
                self.tasks.clear();
                if self.marks.waiting > 0 {
                    self.tasks.add(&waiting);
                }
                return;
            }
            for task in waiting {
                let end = self.tasks.count as usize;
                self.tasks.list[end] = task;
                self.tasks.group[end] = self.tasks.group[end - 1];
                self.tasks.count += 1;
            }
        }
    }

    // Dice

    pub fn is_suitable(&self, colour: usize, face: (u8, u8)) -> bool {
        match colour {
            0 => self.is_free(face.0 as usize) || self.is_free(face.1 as usize),
            1 if face.0 == HALF_ROADS => self.is_possible(Source::Die, Task::Half(2), None),
            1 => self.has_room(face.0),
            2 => self.next_symbol(face.0).is_some(),
            _ => self.can_call(face.0),
        }
    }
    pub fn use_die(&mut self, colour: usize, face: (u8, u8)) {
        match colour {
            0 => {
                self.circle(face.0 as usize);
                self.circle(face.1 as usize);
            }
            1 => self.tasks.add(&[(Source::Die, if face.0 == HALF_ROADS { Task::Half(2) } else { Task::Road(face.0) })]),
            2 => self.mark_river(self.next_symbol(face.0).unwrap()),
            _ => self.call_person(face.0, Source::Die),
        }
        self.settle();
    }

    // Steps

    pub fn may_use_bonuses(&self) -> bool {
        let top = self.tasks.top();
        top.start == 0 && top.into_iter().all(|i| can_wait(self.tasks.list[i].0, self.tasks.list[i].1))
    }
    /// List the legal steps without giving up.
    pub fn advancing(&self) -> Vec<Move> {
        let mut found = Vec::with_capacity(16);
        let top = self.tasks.top();
        for i in top.clone() {
            let (source, task) = self.tasks.list[i];
            self.answers(source, task, Some(i), &mut found);
        }
        if self.may_use_bonuses() {
            found.extend(self.marks.circled().iter().filter(|&&bonus| self.is_useful(bonus)).map(|&bonus| Move::Use(bonus)));
        }
        if top.len() > 1 {
            let mut seen = Vec::with_capacity(found.len());
            found.retain(|step| if seen.contains(step) { false } else { seen.push(*step); true });
        }
        found
    }
    /// What giving up a task gives up: its source and, of several earnings of a river space, which one.
    fn giving_up(&self, at: usize) -> Move {
        let source = self.tasks.list[at].0;
        if let Source::River(space) = source {
            let gifts = &self.plan.earnings[space as usize];
            let earning = |i: usize| gifts.iter().position(|&gift| gift.asks() && self.ask(gift) == self.tasks.list[i].1);
            let own = earning(at);
            if self.tasks.top().any(|i| self.tasks.list[i].0 == source && earning(i) != own) {
                return Move::GiveUp(source, own.map_or(ALL - 1, |i| i as u8));
            }
        }
        Move::GiveUp(source, ALL)
    }
    pub fn given_up(&self) -> Vec<Move> {
        let mut found = Vec::new();
        for i in self.tasks.top() {
            let (source, task) = self.tasks.list[i];
            let second = match task {
                Task::Trade | Task::BackOrGoods => !self.is_possible(source, Task::Goods(1), None),
                _ => false,
            };
            if (source != Source::Die || second) && !found.contains(&self.giving_up(i)) {
                found.push(self.giving_up(i));
            }
        }
        if self.may_use_bonuses() {
            found.extend(self.marks.circled().iter().map(|&bonus| Move::GiveUp(Source::Bonus(bonus), ALL)));
        }
        found
    }
    pub fn may_end(&self) -> bool {
        self.may_use_bonuses()
            && !self.tasks.top().any(|i| self.is_possible(self.tasks.list[i].0, self.tasks.list[i].1, Some(i)))
            && !self.marks.circled().iter().any(|&bonus| self.is_useful(bonus))
    }
    /// All legal moves after a die is taken, in the order of `legal_moves`.
    pub fn legal_steps(&self) -> Vec<Move> {
        let mut found = self.advancing();
        if self.may_end() {
            found.push(Move::End);
        }
        found.extend(self.given_up());
        found
    }
    pub fn do_step(&mut self, step: Move) {
        match step {
            Move::Use(bonus) => {
                self.marks.cross_out(bonus);
                if let Some(task) = self.grant(Source::Bonus(bonus), self.plan.bonuses[bonus as usize].gift) {
                    self.tasks.add(&[task]);
                }
                self.settle();
            }
            Move::GiveUp(source, _) => {
                match self.tasks.top().find(|&i| self.giving_up(i) == step) {
                    Some(at) => self.tasks.remove(at),
                    None => match source {
                        Source::Bonus(bonus) => self.marks.waste(bonus),
                        _ => unreachable!(),
                    },
                }
                self.settle();
            }
            _ => {
                // Of several tasks the one with the fewest ways, so that the others stay open
                let mut best = (usize::MAX, 0);
                for i in self.tasks.top() {
                    let mut ways = Vec::new();
                    self.answers(self.tasks.list[i].0, self.tasks.list[i].1, Some(i), &mut ways);
                    if ways.contains(&step) && ways.len() < best.0 {
                        best = (ways.len(), i);
                    }
                }
                self.complete(best.1, step);
                self.settle();
            }
        }
        self.paid = 0;
        self.earnings = 0;
    }
    pub fn end_turn(&mut self) {
        for bonus in self.marks.circled().to_vec() {
            self.marks.waste(bonus);
        }
        self.tasks.clear();
    }
    /// What the open tasks and circled bonuses are worth for bots.
    pub fn pending(&self) -> f64 {
        let mut value = 0.0;
        for &bonus in self.marks.circled() {
            value += self.plan.bonuses[bonus as usize].value;
        }
        for (_, task) in &self.tasks.list[..self.tasks.count as usize] {
            value += self.plan.task_values[task_index(*task)];
        }
        value
    }
}

/// The place of a task in `task_values`: the order of TASKS in `companion/lab/fast.py`.
fn task_index(task: Task) -> usize {
    match task {
        Task::Road(_) | Task::None => 0,
        Task::Half(_) => 1,
        Task::Goods(_) => 2,
        Task::GoodsDie => 3,
        Task::Sale(_) => 4,
        Task::Call { .. } => 5,
        Task::Upgrade => 6,
        Task::Ahead(_) => 7,
        Task::Back(_) => 8,
        Task::Trade => 9,
        Task::BackOrGoods => 10,
    }
}

/// A number for a task and its source; different ones have different numbers.
pub fn task_word((source, task): (Source, Task)) -> u64 {
    let (kind, at) = match source {
        Source::Die => (0, 0),
        Source::Bonus(bonus) => (1, bonus),
        Source::Market(space) => (2, space),
        Source::River(space) => (3, space),
        Source::SecondHalf => (4, 0),
    };
    let [a, b, c, d] = match task {
        Task::Road(n) | Task::Half(n) | Task::Goods(n) | Task::Ahead(n) | Task::Back(n) => [n, 0, 0, 0],
        Task::Sale(buyer) => [buyer.low, buyer.high, buyer.same as u8, buyer.different as u8],
        Task::Call { mogul, named } => [mogul as u8, named, 0, 0],
        _ => [0; 4],
    };
    u64::from_le_bytes([kind, at, task_index(task) as u8, a, b, c << 1 | d, 0, 0])
}

/// Write a move in the text form of the rules.
pub fn write_move(plan: &Plan, action: Move) -> String {
    let die = |die: u8| format!("{}-{}", COLOURS[die as usize / 2], die % 2 + 1);
    let sides = |bits: u8| (0..4).filter(|side| bits >> side & 1 == 1).map(|side| SIDES[side]).collect::<String>();
    match action {
        Move::Take(which) => format!("take {}", die(which)),
        Move::Karma(which) => format!("karma {}", die(which)),
        Move::Pass => "pass".into(),
        Move::Road(space, bits) => format!("road {} {}", plan.names[space as usize], sides(bits)),
        Move::Half(space, side) => format!("half {} {}", plan.names[space as usize], SIDES[side as usize]),
        Move::Sell(goods) => {
            let list: Vec<&str> = (0..3).flat_map(|kind| vec![GOODS[kind]; goods[kind] as usize]).collect();
            format!("sell {}", list.join(" "))
        }
        Move::Goods(kinds) => {
            let list: Vec<&str> = (0..3).filter(|kind| kinds >> kind & 1 == 1).map(|kind| GOODS[kind]).collect();
            format!("goods {}", list.join(" "))
        }
        Move::GoodsDie(which) => format!("goods-die {}", die(which)),
        Move::Sail(step) => format!("river {step:+}"),
        Move::Upgrade(building) => format!("upgrade {}", BUILDINGS[building as usize]),
        Move::Person(person) => format!("person {}", PEOPLE[person as usize]),
        Move::Use(bonus) => format!("use {}", plan.bonuses[bonus as usize].place),
        Move::End => "end turn".into(),
        Move::GiveUp(Source::River(space), earning) if earning != ALL => {
            let names = &plan.earning_names[space as usize];
            format!("give up river {} {}", space + 1, names.get(earning as usize).map_or("None", |name| name))
        }
        Move::GiveUp(source, _) => match source {
            Source::Die => "give up die".into(),
            Source::Bonus(bonus) => format!("give up {}", plan.bonuses[bonus as usize].place),
            Source::Market(space) => format!("give up market {}", plan.names[space as usize]),
            Source::River(space) => format!("give up river {}", space + 1),
            Source::SecondHalf => "give up half-road".into(),
        },
    }
}
