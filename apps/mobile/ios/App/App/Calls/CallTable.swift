import Foundation

/// The calls of this phone and what happens to them: decides what a push, the page or the user's own action changes. `CallTable.java` is the
/// same for Android, and is tested there: a change of one is a change of both. Times are seconds since 1970. One call at a time rings or runs.
struct CallTable {
    /// `answered`: the page has still to take it over. `active`: the page has it.
    enum State {
        case ringing, answered, active, ended
    }

    /// What a ring means. `keep`: it is known, and rings or runs already. `ignore`: expired, ended, or another call is there.
    enum Ring {
        case begin, keep, ignore
    }

    /// What the page is told of an action of the user.
    enum Report {
        case nothing, declined, ended
    }

    /// Longest ring: a ring that ends later began after an end that has overtaken its own ring.
    static let ringMax: TimeInterval = 60
    /// How long the page may take to start and to enter the call.
    static let pageWait: TimeInterval = 45
    private static let entriesMax = 50
    private static let never = TimeInterval.infinity

    private struct Entry {
        let id: UUID
        var state: State
        let name: String
        /// `RingsUntil` of the server: a later one is another ring of the same call. `never`: the call is over.
        var ringsUntil: TimeInterval
        /// It ended before its ring came: `ringsUntil` is a guess, by which late pushes are dropped.
        var isGuess = false
        /// When the state ends by itself.
        var endsAt: TimeInterval
        /// The page that had it is gone.
        var isLeft = false
    }

    private var entries: [Entry] = []

    /// The call rings: a push says so.
    mutating func ringByPush(_ id: UUID, name: String, ringsUntil: TimeInterval, now: TimeInterval) -> Ring {
        let at = index(of: id)
        let isOver = at.map { entries[$0].state == .ended && ringsUntil <= entries[$0].ringsUntil } ?? false
        return ringsUntil <= now || isOver ? .ignore : ring(id, name: name, ringsUntil: ringsUntil, endsAt: ringsUntil)
    }

    /// The call rings: the page says so, and how long it rings on this phone's clock.
    mutating func ring(_ id: UUID, name: String, ringsUntil: TimeInterval, endsAt: TimeInterval) -> Ring {
        let at = index(of: id)
        if let at, entries[at].state != .ended {
            if entries[at].state == .ringing && ringsUntil > entries[at].ringsUntil {
                entries[at].ringsUntil = ringsUntil
                entries[at].endsAt = endsAt
            }
            return .keep
        }
        if let at, !entries[at].isGuess, ringsUntil <= entries[at].ringsUntil { return .ignore }
        if current != nil { return .ignore }
        put(Entry(id: id, state: .ringing, name: name, ringsUntil: ringsUntil, endsAt: endsAt))
        return .begin
    }

    /// `EndedCall`: the call is over, and never rings again. Returns whether it has ended here by that: not if the page has it, which hears of
    /// it by itself.
    mutating func endedByPush(_ id: UUID) -> Bool {
        endByPush(id, ringsUntil: Self.never, isAnsweredToo: true)
    }

    /// `CallHandledByGroup`: somebody else, or another device, has answered. Only what rings ends: an answered call is for the server to decide.
    mutating func handledByPush(_ id: UUID, now: TimeInterval) -> Bool {
        endByPush(id, ringsUntil: now + Self.ringMax, isAnsweredToo: false)
    }

    private mutating func endByPush(_ id: UUID, ringsUntil: TimeInterval, isAnsweredToo: Bool) -> Bool {
        guard let at = index(of: id) else {
            let isGuess = ringsUntil != Self.never
            put(Entry(id: id, state: .ended, name: "", ringsUntil: ringsUntil, isGuess: isGuess, endsAt: Self.never))
            return false
        }
        if ringsUntil == Self.never { entries[at].ringsUntil = Self.never }
        let isHere = entries[at].state == .ringing || (isAnsweredToo && entries[at].state == .answered)
        if isHere { entries[at].state = .ended }
        return isHere
    }

    /// The user answers on the phone's own screen. Returns false if it does not ring.
    mutating func answer(_ id: UUID, now: TimeInterval) -> Bool {
        guard let at = index(of: id), entries[at].state == .ringing else { return false }
        entries[at].state = .answered
        entries[at].endsAt = now + Self.pageWait
        return true
    }

    /// The user declines or hangs up on the phone's own screen.
    mutating func hangUp(_ id: UUID) -> Report {
        guard let at = index(of: id), entries[at].state != .ended else { return .nothing }
        let report: Report = entries[at].state == .ringing ? .declined : .ended
        entries[at].state = .ended
        return report
    }

    /// The page calls somebody, or is in the call. Returns the id by which the phone has had the call until now; nil: it is new. That is another
    /// id if a page that is gone has left a call: a call that the user makes has an id of the page first, which the next page does not know.
    mutating func connect(_ id: UUID, name: String) -> UUID? {
        let at = index(of: id)
        if let at, entries[at].state != .ended {
            entries[at].state = .active
            entries[at].endsAt = Self.never
            entries[at].isLeft = false
            return id
        }
        let former = takeLeft()
        let ringsUntil = at.map { entries[$0].ringsUntil } ?? 0
        put(Entry(id: id, state: .active, name: name, ringsUntil: ringsUntil, endsAt: Self.never))
        return former
    }

    /// Ends the call whose page is gone, and returns its id; nil: there is none.
    private mutating func takeLeft() -> UUID? {
        guard let at = entries.firstIndex(where: { $0.state != .ended }), entries[at].isLeft else { return nil }
        entries[at].state = .ended
        return entries[at].id
    }

    /// The page says that the call is over here; the same ring does not come back by a late push. Returns whether it was there.
    mutating func end(_ id: UUID, now: TimeInterval) -> Bool {
        guard let at = index(of: id) else {
            let ringsUntil = now + Self.ringMax
            put(Entry(id: id, state: .ended, name: "", ringsUntil: ringsUntil, isGuess: true, endsAt: Self.never))
            return false
        }
        let isHere = entries[at].state != .ended
        entries[at].state = .ended
        return isHere
    }

    /// The page is loaded anew, or is gone: what it had ends, unless the next page takes it over.
    mutating func handlePageGone(now: TimeInterval) {
        for at in entries.indices where entries[at].state == .active {
            entries[at].state = .answered
            entries[at].isLeft = true
            entries[at].endsAt = now + Self.pageWait
        }
    }

    /// Ends what has lasted too long, and returns it with whether it was answered.
    mutating func expire(now: TimeInterval) -> [(id: UUID, wasAnswered: Bool)] {
        var over: [(id: UUID, wasAnswered: Bool)] = []
        for at in entries.indices where entries[at].state != .ended && entries[at].endsAt <= now {
            over.append((id: entries[at].id, wasAnswered: entries[at].state != .ringing))
            entries[at].state = .ended
        }
        return over
    }

    /// When `expire` has something to do next; nil: never.
    var nextEnd: TimeInterval? {
        entries.filter { $0.state != .ended && $0.endsAt != Self.never }.map(\.endsAt).min()
    }

    /// The call that rings or runs; nil: none.
    var current: UUID? {
        entries.first { $0.state != .ended }?.id
    }

    func state(of id: UUID) -> State {
        entries.first { $0.id == id }?.state ?? .ended
    }

    /// Empty: it is not known.
    func name(of id: UUID) -> String {
        entries.first { $0.id == id }?.name ?? ""
    }

    private func index(of id: UUID) -> Int? {
        entries.firstIndex { $0.id == id }
    }

    private mutating func put(_ entry: Entry) {
        entries.removeAll { $0.id == entry.id }
        entries.append(entry)
        while entries.count > Self.entriesMax, let oldest = entries.firstIndex(where: { $0.state == .ended }) {
            entries.remove(at: oldest)
        }
    }
}
