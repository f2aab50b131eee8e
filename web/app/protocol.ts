/**
 * Types of all HTTP bodies and socket messages.
 *
 * Generated from the server's types by `python -m tools.generate_protocol_types`. Do not edit.
 */

export const PROTOCOL_VERSION = 1;

/** Every message that a socket receives. */
export type ServerMessage =
  | HelloMessage
  | OkMessage
  | ErrorMessage
  | SocketMatch
  | SocketUpdate
  | InfoBody
  | NewChatBody
  | HiddenChatBody
  | PauseRequestsBody
  | NoticeBody
  | EngineQueueBody
  | LobbyMessage;

/** Every frame that a socket sends. */
export type ClientFrame = Frame;

/** Every command in a frame. */
export type Command = MatchCommand | TryAction | ShowTurn | SendChat | SetChat | Watch | Unwatch | ConnectionCommand;

/** The commands that change a match. */
export type MatchCommand = SeatCommand | Adjourn | Resume | Join;

/** The commands of a seat. */
export type SeatCommand = PlayAction | MakeOffer | AcceptOffer | DeclineOffer | Resign | Leave | GiveTime;

/** The commands that need no match. */
export type ConnectionCommand = WatchLobby | SetAway | Ping;

/** Every event of a match. */
export type MatchEvent =
  | MatchCreated
  | PlayerJoined
  | MatchStarted
  | ActionPlayed
  | OfferMade
  | OfferAccepted
  | OfferDeclined
  | PlayerResigned
  | PlayerLeft
  | FlagFell
  | TimeGiven
  | MatchAdjourned
  | MatchResumed
  | RulingMade;

/** The rooms of a chat. Seats cannot read the watchers' room while the match runs. */
export type ChatRoom = "seats" | "watchers";

/** The clock of a match, or null for none. */
export type Clock = Increment | Days | null;

/** How the first player of a match is chosen. */
export type FirstPlayerRule = "choice" | "random" | "alternating" | "loser";

/** Lists of matches: public with open seats, public and running, own unfinished, own finished. */
export type ListKind = "open" | "live" | "mine" | "past";

/** Why a match ended, if not by the rules of its game. */
export type MatchReason = "resigned" | "left" | "time" | "agreed" | "ruling" | "unknown";

/** The types of offers. */
export type OfferType = "draw" | "takeback" | "rematch" | "abort";

/** A proven result for the seat to act. */
export type Proof = "win" | "draw" | "loss";

/** The status of a match. */
export type Status = "waiting" | "running" | "adjourned" | "over";

/** Milliseconds since the epoch. */
export type Timestamp = number;

/**
 * The result of each command by its type. `watch` is answered with SocketMatch. A command that changes a match which the socket
 * watches is answered with SocketUpdate in place of ReceiptBody.
 */
export interface CommandResults {
  accept: ReceiptBody;
  adjourn: StatusBody;
  chat: ChatEntry;
  decline: ReceiptBody;
  give_time: ReceiptBody;
  join: ReceiptBody;
  leave: ReceiptBody;
  offer: ReceiptBody;
  ping: PongBody;
  play: ReceiptBody;
  resign: ReceiptBody;
  resume: StatusBody;
  set_away: EmptyBody;
  set_chat: ChatSettingBody;
  show_turn: TurnBody;
  try: TryBody;
  unwatch: EmptyBody;
  watch_lobby: EmptyBody;
}

/** Every result of a command. */
export type CommandResult = ChatEntry | ChatSettingBody | EmptyBody | PongBody | ReceiptBody | StatusBody | TryBody | TurnBody;

/**
 * The JSON bodies of every route. The response of a stream is the type of one message. `error` is the body of an error that is
 * not an ErrorBody.
 */
export interface HttpRoutes {
  "GET /api/address": { response: AddressBody };
  "GET /api/games": { response: GamesBody };
  "GET /api/matches": { response: MatchList };
  "POST /api/matches": { request: NewMatch; response: MatchBody };
  "GET /api/matches/{match_id}": { response: MatchBody };
  "GET /api/matches/{match_id}/chat": { response: ChatBody };
  "POST /api/matches/{match_id}/commands": {
    request: MatchCommand | SendChat | SetChat;
    response: PlayBody | ReceiptBody | StatusBody | ChatSettingBody | ChatEntry;
    error: StaleBody;
  };
  "GET /api/matches/{match_id}/events": {
    response:
      MatchBody | UpdateBody | InfoBody | NewChatBody | HiddenChatBody | PauseRequestsBody | NoticeBody | EngineQueueBody;
  };
  "POST /api/matches/{match_id}/report": { request: ChatReport; response: EmptyBody };
  "POST /api/matches/{match_id}/try": { request: TryAction; response: TryBody };
  "GET /api/matches/{match_id}/turns/{turn}": { response: TurnBody };
  "DELETE /api/me": { response: EmptyBody };
  "GET /api/me": { response: AccountBody };
  "PATCH /api/me": { request: NameRequest; response: AccountBody };
  "GET /api/me/bots": { response: BotsBody };
  "POST /api/me/bots": { request: NameRequest; response: NewBotBody };
  "POST /api/me/bots/{bot}/token": { response: BotTokenBody };
  "POST /api/me/enter": { request: LinkToken; response: AccountBody };
  "GET /api/me/export": { response: ExportBody };
  "POST /api/me/links": { request: LinkRequest; response: LinkBody };
  "POST /api/me/mutes": { request: MuteRequest; response: AccountBody };
  "GET /api/me/push": { response: PushBody };
  "PUT /api/me/push": { request: SubscribeRequest; response: SubscriptionBody };
  "POST /api/me/push/status": { request: EndpointRequest; response: SubscriptionStatus };
  "POST /api/me/push/test": { request: EndpointRequest; response: EmptyBody };
  "POST /api/me/push/unsubscribe": { request: EndpointRequest; response: EmptyBody };
  "POST /api/me/sign-out-everywhere": { response: SignedOutBody };
  "GET /api/operator/accounts": { response: AccountPage };
  "GET /api/operator/accounts/{account_id}": { response: AccountDetails };
  "GET /api/operator/address-bans": { response: AddressBansBody };
  "POST /api/operator/address-bans": { request: AddressBanRequest; response: NetworkBody };
  "GET /api/operator/audit": { response: AuditPage };
  "POST /api/operator/ban": { request: BanRequest; response: EmptyBody };
  "POST /api/operator/close-report": { request: ReportRequest; response: EmptyBody };
  "POST /api/operator/delete-account": { request: AccountRequest; response: EmptyBody };
  "POST /api/operator/hide": { request: HideRequest; response: EmptyBody };
  "GET /api/operator/matches": { response: MatchPage };
  "POST /api/operator/matches/{match_id}/end": { request: RulingRequest; response: RulingBody };
  "POST /api/operator/note": { request: AccountRequest; response: EmptyBody };
  "GET /api/operator/operators": { response: OperatorPage };
  "GET /api/operator/reports": { response: ReportPage };
  "POST /api/operator/revoke-operator": { request: AccountRequest; response: EmptyBody };
  "GET /api/operator/state": { response: StateBody };
  "POST /api/setup": { request: Setup; response: SetupBody };
  "POST /api/study": { request: LineRequest; response: StudyBody };
  "POST /api/study/analyse": { request: AnalyseRequest; response: AnalysisUpdate | ErrorBody };
  "POST /api/study/import": { request: ImportRequest; response: StudyLine };
  "GET /api/study/of/{match_id}": { response: StudyLine };
  "POST /api/study/record": { request: RecordRequest };
  "POST /api/study/try": { request: TryRequest; response: TryBody };
}

/** Accept an offer. It takes effect once every required seat has accepted. */
export interface AcceptOffer {
  type: "accept";
  offer_type: OfferType;
  seat?: number | null;
  /** Makes repeating the command harmless. */
  nonce?: string | null;
}

/** An account as its owner sees it. `muted` has the ids of the accounts that it has muted. */
export interface AccountBody {
  id: string;
  name: string;
  operator: boolean;
  bot: boolean;
  muted: string[];
}

/** An account with its bots, its last matches, the last reports about it and the audit log about it. */
export interface AccountDetails {
  account: AccountRow;
  bots: AccountRow[];
  matches: MatchRow[];
  reports: ReportRow[];
  audit: AuditRow[];
}

/** Accounts, the newest first. */
export interface AccountPage {
  next_offset: number | null;
  accounts: AccountRow[];
}

/** The account to delete or to add a note about, or whose operator rights to revoke. */
export interface AccountRequest {
  account_id: string;
  /** For the audit log; default: "". */
  reason?: string;
}

/** An account. `banned_until` is null for a ban without end; a bot has an owner. */
export interface AccountRow {
  id: string;
  name: string;
  operator: boolean;
  banned: boolean;
  banned_until: Timestamp | null;
  owner_id: string | null;
  deleted: boolean;
  created_at: Timestamp;
}

/** A seat has acted. `elapsed_ms` is the time used, already compensated for network delay. */
export interface ActionPlayed {
  kind: "action";
  number: number;
  at: number;
  seat: number;
  action: string;
  /** Default: 0. */
  elapsed_ms?: number;
}

/** The address to ban, or to unban with `banned` false: an IPv4 address, an IPv6 address or its /64 network. */
export interface AddressBanRequest {
  address: string;
  /** Default: true. */
  banned?: boolean;
  /** The end in milliseconds since the epoch; null for no end. */
  until?: number | null;
  /** For the audit log; default: "". */
  reason?: string;
}

/** A banned address. `until` is null for a ban without end. */
export interface AddressBanRow {
  network: string;
  created_at: Timestamp;
  until: Timestamp | null;
  reason: string;
}

/** The banned addresses, the newest first. */
export interface AddressBansBody {
  address_bans: AddressBanRow[];
}

/** The address of the server for other devices. */
export interface AddressBody {
  address: string;
}

/** Adjourn the match. */
export interface Adjourn {
  type: "adjourn";
}

/** A line and the time to analyse the position after it. */
export interface AnalyseRequest {
  edition: string;
  /** Default: {}. */
  options?: Record<string, string>;
  start?: string | null;
  /** Default: []. */
  actions?: string[];
  time_limit_s: number;
}

/** One line of an analysis stream: `engines.protocol.SearchUpdate`. The last one has `done`. */
export interface AnalysisUpdate {
  candidates: [string, number, Proof | null, number][];
  pv: string[];
  nodes: number;
  depth: number;
  elapsed_s: number;
  done: boolean;
}

/** Entries of the audit log, the newest first. */
export interface AuditPage {
  next_offset: number | null;
  audit: AuditRow[];
}

/** An entry of the audit log. `operator_id` is null for the command line. */
export interface AuditRow {
  id: number;
  at: Timestamp;
  operator_id: string | null;
  action: string;
  target: string;
  detail: string;
}

/** The account to ban, or to unban with `banned` false. */
export interface BanRequest {
  account_id: string;
  /** Default: true. */
  banned?: boolean;
  /** The end in milliseconds since the epoch; null for no end. */
  until?: number | null;
  /** For the audit log; default: "". */
  reason?: string;
}

/** The addresses of the script and the style sheet of a board. */
export interface BoardEntry {
  script: string;
  style: string | null;
}

/** A bot. */
export interface BotName {
  id: string;
  name: string;
}

/** The id of a bot and its new token. */
export interface BotTokenBody {
  id: string;
  token: string;
}

/** The bots of an account. */
export interface BotsBody {
  bots: AccountBody[];
}

/** The keys of a `PushSubscription` in the browser, as base64url. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/** Chat messages, the oldest first. */
export interface ChatBody {
  chat: ChatEntry[];
}

/** A chat message. */
export interface ChatEntry {
  id: number;
  room: ChatRoom;
  account_id: string | null;
  name: string;
  at: Timestamp;
  text: string;
}

/** A chat message to report to the operator, with the reason. */
export interface ChatReport {
  chat_id: number;
  /** Default: "". */
  reason?: string;
}

/** The setting of the chat after `set_chat`. */
export interface ChatSettingBody {
  chat: boolean;
}

/** Either `base_ms` with `increment_ms`, or `days` per turn. */
export interface ClockTerms {
  base_ms?: number | null;
  /** Default: 0. */
  increment_ms?: number;
  days?: number | null;
}

/** A correspondence clock: a number of days for each action. */
export interface Days {
  kind: "days";
  days: number;
}

/** Decline an offer, or withdraw one's own. */
export interface DeclineOffer {
  type: "decline";
  offer_type: OfferType;
  seat?: number | null;
  /** Makes repeating the command harmless. */
  nonce?: string | null;
}

/** An edition with its values of the game's options. */
export interface EditionEntry {
  edition: string;
  sides: string[];
  first_player_rule: "alternating" | "loser";
  seats: number;
  engine: boolean;
  values: Record<string, string>;
}

/** An empty object. */
export type EmptyBody = Record<string, never>;

/** The endpoint of one device. It is secret, so it is sent in the body and not in the address. */
export interface EndpointRequest {
  /** The address a browser's push service gave it. */
  endpoint: string;
}

/** The engine to act waits for a free worker. Position 0: its search has started. */
export interface EngineQueueBody {
  type: "engine_queue";
  match_id: string;
  position: number;
  expected_wait_s: number;
}

/** The body of every response with an error status. */
export interface ErrorBody {
  error: ErrorPart;
}

/** The answer to a command that failed. With code `stale`, `current` is the match without events. */
export interface ErrorMessage {
  type: "error";
  id: number | null;
  error: ErrorPart;
  current?: MatchBody;
}

/** An error: a stable code, its facts, and a message in the client's language. */
export interface ErrorPart {
  code: string;
  facts: Record<string, unknown>;
  message: string;
}

/** All stored data about an account: rows of the tables without tokens and encryption keys. */
export interface ExportBody {
  format: "tablier-account";
  version: 2;
  account: Record<string, unknown>[];
  bots: Record<string, unknown>[];
  muted: string[];
  devices: Record<string, unknown>[];
  chat: Record<string, unknown>[];
  reports: Record<string, unknown>[];
  matches: ExportedMatch[];
}

/** A match with its events as they are stored. */
export interface ExportedMatch {
  match_id: string;
  events: Record<string, unknown>[];
}

/** The time of a seat has run out; with more than two seats it leaves. */
export interface FlagFell {
  kind: "flag";
  number: number;
  at: number;
  seat: number;
}

/** One request over a socket. The answer carries the same `id`. */
export interface Frame {
  command: Command;
  id?: number | null;
  match_id?: string | null;
}

/** A game on the shelf. */
export interface GameEntry {
  name: string;
  title: string;
  author: string;
  notation: string;
  options: OptionEntry[];
  formats: string[];
  board: BoardEntry | null;
  editions: EditionEntry[];
}

/** All games. */
export interface GamesBody {
  games: GameEntry[];
}

/** Give another seat time. */
export interface GiveTime {
  type: "give_time";
  to: number;
  time_ms: number;
  seat?: number | null;
  /** Makes repeating the command harmless. */
  nonce?: string | null;
}

/** The first message. `version` is that of the protocol; `account` is null without an identity. */
export interface HelloMessage {
  type: "hello";
  version: number;
  now: Timestamp;
  account: AccountBody | null;
}

/** A chat message that clients remove. */
export interface HiddenChatBody {
  type: "chat_hidden";
  match_id: string;
  chat_id: number;
}

/** The chat message to hide, or to show again with `hidden` false. */
export interface HideRequest {
  chat_id: number;
  /** Default: true. */
  hidden?: boolean;
  /** For the audit log; default: "". */
  reason?: string;
}

/** A position text, or a game in any format. */
export interface ImportRequest {
  text: string;
}

/** A time budget, and an increment after each action. */
export interface Increment {
  kind: "increment";
  base_ms: number;
  increment_ms: number;
}

/** The metadata after a change of seats, presence, chat setting or rematch. */
export interface InfoBody {
  type: "info";
  match_id: string;
  info: InfoPart;
}

/** The metadata of a match as clients see it. Participants are listed by seat once the match has started. */
export interface InfoPart {
  match_id: string;
  owner_id: string | null;
  public: boolean;
  created_at: number;
  chat: boolean;
  previous_match_id: string | null;
  next_match_id: string | null;
  open_seats: number;
  watchers: number;
  participants: ParticipantEntry[];
}

/** Take an open seat. The match starts when the last seat is taken. */
export interface Join {
  type: "join";
  name?: string | null;
  /** Makes repeating the command harmless. */
  nonce?: string | null;
}

/** One of the last actions; `leave N` has no seat. */
export interface LastPly {
  text: string;
  seat: number | null;
}

/** Leave the match; with two seats, the other one wins. */
export interface Leave {
  type: "leave";
  seat?: number | null;
  /** Makes repeating the command harmless. */
  nonce?: string | null;
}

/** A line of play. Without `start`, a random setup is drawn again. */
export interface LineRequest {
  edition: string;
  /** Default: {}. */
  options?: Record<string, string>;
  start?: string | null;
  /** Default: []. */
  actions?: string[];
}

/** A link to sign in on another device. */
export interface LinkBody {
  url: string;
  kind: "device" | "recovery";
}

/** The kind of link: for another `device` (valid once, for 15 minutes), or for `recovery` (valid until replaced). */
export interface LinkRequest {
  /** Default: "device". */
  kind?: "device" | "recovery";
}

/** The token at the end of a link's address. */
export interface LinkToken {
  token: string;
}

/**
 * A match in a list. `deadline` is the time at which the running clock runs out, in milliseconds since the epoch.
 *
 * `own_positions` and `my_turn` are only in lists of an account's own matches, and `result` in those of finished ones.
 */
export interface ListedMatch {
  match_id: string;
  edition: string;
  created_at: number;
  status: "over" | "running" | "waiting";
  public: boolean;
  events: number;
  deadline: number | null;
  position_to_act: number | null;
  participants: ListedParticipant[];
  own_positions?: number[];
  my_turn?: boolean;
  result?: MatchSummary;
}

/** A participant of a listed match. `position` counts in the order of joining. */
export interface ListedParticipant {
  position: number;
  name: string;
  level: number | null;
  account_id: string | null;
}

/** The public lists that have changed, or `own`: a match of the account has changed. */
export interface LobbyMessage {
  type: "lobby";
  open?: ListedMatch[];
  live?: ListedMatch[];
  /** Default: false. */
  own?: boolean;
}

/** Offer a draw, a takeback, a rematch, or to abort. */
export interface MakeOffer {
  type: "offer";
  offer_type: OfferType;
  seat?: number | null;
  /** Makes repeating the command harmless. */
  nonce?: string | null;
}

/** The match is interrupted; all clocks are stopped. */
export interface MatchAdjourned {
  kind: "adjourn";
  number: number;
  at: number;
}

/** A whole match for one viewer: `matches.encoding.MatchMessage` with the types of its parts. */
export interface MatchBody {
  type: "match";
  match_id: string;
  events: MatchEvent[];
  view: MatchView;
  info: InfoPart;
  viewer?: ViewerPart;
}

/** The terms of the match. */
export interface MatchCreated {
  kind: "create";
  number: number;
  at: number;
  edition: string;
  /** Default: {}. */
  options?: Record<string, string>;
  start: string;
  clock?: Clock;
  /** Default: "choice". */
  first_player_rule?: FirstPlayerRule;
  first?: number;
  /** Default: false. */
  rated?: boolean;
  /** Default: 1. */
  round?: number;
  /** Default: []. */
  score?: [number, number][];
}

/** A list of matches. */
export interface MatchList {
  matches: ListedMatch[];
}

/** Matches, the newest first. */
export interface MatchPage {
  next_offset: number | null;
  matches: MatchRow[];
}

/** The match goes on; the clock leaves out `grace_ms`. Also used after a restart without an adjournment. */
export interface MatchResumed {
  kind: "resume";
  number: number;
  at: number;
  /** Default: 0. */
  grace_ms?: number;
}

/** A match. `players` are the names, separated by commas; `events` is the number of its last event. */
export interface MatchRow {
  match_id: string;
  edition: string;
  status: "over" | "running" | "waiting";
  public: boolean;
  created_at: Timestamp;
  owner_id: string | null;
  players: string | null;
  events: number | null;
}

/** All players have joined and are assigned to seats. */
export interface MatchStarted {
  kind: "start";
  number: number;
  at: number;
  seating: number[];
}

/**
 * How a finished match ended. Without a `winner` it is a draw, or aborted.
 *
 * `winner` is a position in the order of joining, `sides` has the English names of the sides in that order (empty if the
 * match never started), and `actions` is the number of actions that led to the last position.
 */
export interface MatchSummary {
  winner: number | null;
  aborted: boolean;
  actions: number;
  sides: string[];
}

/** A match as a spectator sees it. */
export interface MatchView {
  state: PositionView;
  status: Status;
  seat: number | null;
  to_act: number | null;
  players: string[];
  gone: number[];
  rated: boolean;
  clock: Clock;
  remaining_ms: (number | null)[];
  ticking: number | null;
  deadline: Timestamp | null;
  now: Timestamp;
  offers: OfferEntry[];
  can_abort_alone: boolean;
  takeback: boolean;
  result: ResultPart | null;
  rematch: boolean;
  actions: number;
  changes: number;
  events: number;
  last: LastPly[];
  round: number;
  score: number[][];
}

/** The account to mute, or to unmute with `muted` false. */
export interface MuteRequest {
  account_id: string;
  /** Default: true. */
  muted?: boolean;
}

/** The name of an account or a bot. */
export interface NameRequest {
  name: string;
}

/** The network that was banned or unbanned. */
export interface NetworkBody {
  network: string;
}

/** A new bot and its token. */
export interface NewBotBody {
  id: string;
  name: string;
  operator: boolean;
  bot: boolean;
  muted: string[];
  token: string;
}

/** A new chat message. */
export interface NewChatBody {
  type: "chat";
  match_id: string;
  chat: ChatEntry;
}

/** The terms of a new match. Without `seats`, the first seat is the creator's and the others are open. */
export interface NewMatch {
  edition: string;
  /** Default: {}. */
  options?: Record<string, string>;
  start?: string | null;
  seats?: SeatSetup[] | null;
  clock?: ClockTerms | null;
  first?: number | null;
  first_player_rule?: FirstPlayerRule | null;
  /** Default: false. */
  public?: boolean;
  /** Default: true. */
  chat?: boolean;
  /** Makes repeating the command harmless. */
  nonce?: string | null;
}

/** The engine has failed; its turn will be tried again. */
export interface NoticeBody {
  type: "notice";
  match_id: string;
  code: "engine_failed";
}

/** A notification as the service worker shows it. */
export interface Notification {
  title: string;
  body: string;
  url: string;
  tag: string;
}

/** A seat has agreed to an offer. `accepted` if it was the last agreement needed. */
export interface OfferAccepted {
  kind: "accept";
  number: number;
  at: number;
  seat: number;
  offer_type: OfferType;
  /** Default: false. */
  accepted?: boolean;
  plies_kept?: number;
}

/** A seat has declined an offer or withdrawn its own. */
export interface OfferDeclined {
  kind: "decline";
  number: number;
  at: number;
  seat: number;
  offer_type: OfferType;
}

/** An open offer, and the seats that have agreed to it. */
export interface OfferEntry {
  offer_type: OfferType;
  seat: number;
  agreed: number[];
}

/** A seat has made an offer. `accepted` if it takes effect without the agreement of others. */
export interface OfferMade {
  kind: "offer";
  number: number;
  at: number;
  seat: number;
  offer_type: OfferType;
  /** Default: false. */
  accepted?: boolean;
}

/** The answer to a command. The type of `result` is that of the command in `RESULT_TYPES`. */
export interface OkMessage {
  type: "ok";
  id: number | null;
  result: CommandResult;
}

/** The operators. */
export interface OperatorPage {
  next_offset: number | null;
  operators: AccountRow[];
}

/** An option of a game. The fields with defaults depend on `kind`. */
export interface OptionEntry {
  name: string;
  range: string;
  setup: boolean;
  seed: boolean;
  kind: "choice" | "counts" | "number" | "text" | "yes_no";
  low?: number;
  high?: number;
  none_text?: string;
  choices?: string[];
  total?: number;
}

/** The result of a game by its rules. `winner` is null for a draw; `scores` is null in games without scores. */
export interface OutcomePart {
  winner: number | null;
  reason: string;
  scores: number[] | null;
}

/** A participant as clients see it. Engines are always online. */
export interface ParticipantEntry {
  name: string;
  account_id: string | null;
  level: number | null;
  online: boolean;
}

/** All requests to adjourn or to resume. */
export interface PauseRequestsBody {
  type: "pause_requests";
  match_id: string;
  pause_requests: PauseRequestsPart;
}

/** The accounts that have requested to adjourn or to resume. */
export interface PauseRequestsPart {
  /** Default: []. */
  adjourn?: string[];
  /** Default: []. */
  resume?: string[];
}

/** Answered at once with the server's time. */
export interface Ping {
  type: "ping";
}

/** Play a turn. `changes_seen` is the view's `changes`; if the position has changed since, nothing is played. */
export interface PlayAction {
  type: "play";
  /** One whole turn, in the notation of the game. */
  action: string;
  seat?: number | null;
  changes_seen?: number | null;
  /** Makes repeating the command harmless. */
  nonce?: string | null;
}

/** The match after an action, with the number of its last event. `repeated`: the nonce was known. */
export interface PlayBody {
  type: "match";
  match_id: string;
  events: MatchEvent[];
  view: MatchView;
  info: InfoPart;
  viewer?: ViewerPart;
  number: number;
  repeated: boolean;
}

/** A player has joined: a person, or an engine of a level. */
export interface PlayerJoined {
  kind: "join";
  number: number;
  at: number;
  player: string;
  level?: number;
}

/** A seat has left; with two seats the other one wins. */
export interface PlayerLeft {
  kind: "leave";
  number: number;
  at: number;
  seat: number;
}

/** A seat has resigned; with more than two seats it leaves. */
export interface PlayerResigned {
  kind: "resign";
  number: number;
  at: number;
  seat: number;
}

/** The answer to `ping`: the server's time. */
export interface PongBody {
  now: Timestamp;
}

/** A position as the board of its game draws it. The board defines `position` and `scene`. */
export interface PositionView {
  edition: string;
  options: Record<string, unknown>;
  seats: number;
  sides: number[];
  turn: number;
  to_act: number | null;
  outcome: OutcomePart | null;
  position: unknown;
  scene: unknown;
  legal: string[];
}

/** The server's public key (VAPID), and the number of the account's subscribed devices. */
export interface PushBody {
  key: string;
  devices: number;
}

/** The number of the last event of a command. `repeated`: the nonce was known. */
export interface ReceiptBody {
  number: number;
  repeated: boolean;
}

/** A line and the file format to write it in. */
export interface RecordRequest {
  edition: string;
  /** Default: {}. */
  options?: Record<string, string>;
  start?: string | null;
  /** Default: []. */
  actions?: string[];
  /** Default: "json". */
  format?: string;
}

/** Reports, the newest first. */
export interface ReportPage {
  next_offset: number | null;
  reports: ReportRow[];
}

/** The report to close. */
export interface ReportRequest {
  report_id: number;
  /** For the audit log; default: "". */
  reason?: string;
}

/** A report of a chat message. `account_id` and `name` are those of its author. */
export interface ReportRow {
  id: number;
  at: Timestamp;
  reason: string;
  closed: boolean;
  chat_id: number;
  text: string;
  hidden: boolean;
  account_id: string | null;
  name: string;
  match_id: string;
  reporter: string | null;
}

/** Resign; with more than two seats, leave. */
export interface Resign {
  type: "resign";
  seat?: number | null;
  /** Makes repeating the command harmless. */
  nonce?: string | null;
}

/** The result of a match: a winner, a draw, or aborted. */
export interface ResultPart {
  reason: string;
  winner?: number;
  /** Default: false. */
  draw?: boolean;
  /** Default: false. */
  aborted?: boolean;
  scores?: number[];
}

/** Resume an adjourned match. */
export interface Resume {
  type: "resume";
}

/** The number of the event that ended a match. */
export interface RulingBody {
  number: number;
}

/** A result that follows neither from the rules nor from the players' events, as in an imported file or by an operator. */
export interface RulingMade {
  kind: "ruling";
  number: number;
  at: number;
  winner: number | null;
  /** Default: "unknown". */
  reason?: MatchReason;
  /** Default: false. */
  aborted?: boolean;
}

/** The result of the match: `winner` is a seat for `win`. `abort` also ends a match that waits for players. */
export interface RulingRequest {
  result: "abort" | "draw" | "win";
  winner?: number | null;
  /** For the audit log; default: "". */
  reason?: string;
}

/**
 * Who takes a seat.
 *
 * `me` is the creator, `guest` a further player on the creator's device and account, `open` the first account that joins.
 */
export interface SeatSetup {
  who: "engine" | "guest" | "me" | "open";
  name?: string | null;
  level?: number | null;
}

/** Write a chat message to the seats or to the watchers. */
export interface SendChat {
  type: "chat";
  text: string;
  /** Default: "seats". */
  room?: ChatRoom;
}

/** Say whether the page is hidden. Accounts with a visible page get no push notifications. */
export interface SetAway {
  type: "set_away";
  /** Default: true. */
  away?: boolean;
}

/** Switch the chat of the match on or off, for both rooms. */
export interface SetChat {
  type: "set_chat";
  enabled: boolean;
}

/** An edition with options, or a position to start from. */
export interface Setup {
  edition: string;
  /** Default: {}. */
  options?: Record<string, string>;
  start?: string | null;
}

/** What a setup leads to. `levels` is 0 without an engine. */
export interface SetupBody {
  seats: number;
  sides: string[];
  engine: boolean;
  levels: number;
  state: PositionView;
}

/** Show the position after a number of turns. */
export interface ShowTurn {
  type: "show_turn";
  turn: number;
}

/** The account, and its bots whose tokens were revoked. */
export interface SignedOutBody {
  id: string;
  name: string;
  operator: boolean;
  bot: boolean;
  muted: string[];
  bots: BotName[];
}

/** The answer to `watch`: the match with the chat messages that the viewer may read. */
export interface SocketMatch {
  type: "match";
  match_id: string;
  events: MatchEvent[];
  view: MatchView;
  info: InfoPart;
  viewer?: ViewerPart;
  chat: ChatEntry[];
  id?: number;
}

/** An update. With `id` it is the answer to the command that caused it. */
export interface SocketUpdate {
  type: "update";
  match_id: string;
  events: MatchEvent[];
  view: MatchView;
  viewer?: ViewerPart;
  id?: number;
}

/** The current match without events, because an action was for an earlier position (code `stale`). */
export interface StaleBody {
  type: "match";
  match_id: string;
  events: MatchEvent[];
  view: MatchView;
  info: InfoPart;
  viewer?: ViewerPart;
  error: ErrorPart;
}

/** Figures about the running server. `matches` counts by status. */
export interface StateBody {
  started_at: Timestamp;
  matches: Record<string, number>;
  sockets: number;
  clocks: number;
  studies: number;
}

/** The status of the match after `adjourn` or `resume`. */
export interface StatusBody {
  status: Status;
}

/** A line as a match in which the viewer holds every seat. `engine` says whether an engine can analyse it. */
export interface StudyBody {
  type: "match";
  match_id: string;
  events: MatchEvent[];
  view: MatchView;
  info: InfoPart;
  viewer?: ViewerPart;
  start: string;
  engine: boolean;
}

/** A line of play. */
export interface StudyLine {
  edition: string;
  start: string;
  actions: string[];
}

/** A browser's subscription with preferences. `replaces` is the endpoint of an expired one, whose preferences are kept. */
export interface SubscribeRequest {
  /** The address a browser's push service gave it. */
  endpoint: string;
  keys: BrowserKeys;
  language?: string | null;
  all_events?: boolean | null;
  /** The address a browser's push service gave it. */
  replaces?: string | null;
}

/** The preferences of a subscribed device. */
export interface SubscriptionBody {
  language: string;
  all_events: boolean;
}

/** Whether a device is subscribed, and to what. */
export interface SubscriptionStatus {
  subscribed: boolean;
  all_events: boolean;
}

/** A seat has given time to another seat. */
export interface TimeGiven {
  kind: "time";
  number: number;
  at: number;
  seat: number;
  to: number;
  time_ms: number;
}

/** Show the position that an action would lead to. Nothing is played. */
export interface TryAction {
  type: "try";
  /** One whole turn, in the notation of the game. */
  action: string;
}

/** The canonical form of an action and the position it would lead to. */
export interface TryBody {
  action: string;
  state: PositionView;
}

/** A line and an action to try after it. */
export interface TryRequest {
  edition: string;
  /** Default: {}. */
  options?: Record<string, string>;
  start?: string | null;
  /** Default: []. */
  actions?: string[];
  /** One whole turn, in the notation of the game. */
  action: string;
}

/** The position after a number of turns, and the action that led to it. */
export interface TurnBody {
  turn: number;
  text: string;
  seat: number | null;
  state: PositionView;
}

/** Stop following a match. */
export interface Unwatch {
  type: "unwatch";
}

/** New events and the view after them: `matches.encoding.UpdateMessage` with the types of its parts. */
export interface UpdateBody {
  type: "update";
  match_id: string;
  events: MatchEvent[];
  view: MatchView;
  viewer?: ViewerPart;
}

/** The part of a message for a viewer who holds seats. The last three fields are set if one of the seats must act. */
export interface ViewerPart {
  seats: number[];
  takeback_seats: number[];
  to_act?: number;
  legal?: string[];
  scene?: unknown;
}

/** Follow a match. The answer contains all events after number `since`. */
export interface Watch {
  type: "watch";
  /** Default: 0. */
  since?: number;
}

/** Start or stop sending the public lists of matches, now and whenever they change. */
export interface WatchLobby {
  type: "watch_lobby";
  /** Default: true. */
  enabled?: boolean;
}
