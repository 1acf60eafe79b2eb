import type { Subject } from '../records/subject.ts'
import type { z } from 'zod'
import type { AuditFields } from '#vocabulary/resource.ts'
import { RECORDS } from '#vocabulary/resources.ts'
import type { EmittableEvent } from '../../events/define-event.ts'
import { Announcements } from '../events/announcements.ts'
import { CALL_FACTS, changedMembers, changesBetween, type Changes } from '../audit/changes.ts'
import { askTogether, withAdvice, type Advice } from './advice.ts'
import type { Context } from '../context/context.ts'
import type { AccessScope, Connection, Opening } from '../sql/connection.ts'
import { gaveWay } from '../errors/database-errors.ts'
import { newId } from '../records/ids.ts'
import { authorize, sightOf, type Needs } from '../access/permissions.ts'
import type { OpenPlatform, Outside, Platform } from '../context/platform.ts'
import type { WorkflowDefinition, WorkflowMessage } from '../workflow-kinds/workflows.ts'
import { auditRow, type AuditRow } from '../audit/audit-row.ts'
import { insertAuditRows } from '../audit/insert-audit-rows.ts'
import { combine, type Statement } from '../sql/combine.ts'
import { insertInto, type RowOf, type Table } from '../sql/insert-into.ts'
import { insertOutbox, type OutboxRow } from '../events/insert-outbox.ts'

/** An effect outside of the database, executed after the commit. */
export type Effect = (outside: Outside) => Promise<void>

/** What a transaction has reported to be written at its end. */
interface Said {
  facts: { subject: Subject; changes: Changes }[]
  /** The rows of work that has audit rows of its own; see {@link Transaction.changedEach}. */
  auditRows: AuditRow[] | undefined
  announcements: Announcements
  outbox: OutboxRow[]
  atCommit: Statement[]
  afterCommit: Effect[]
  /** Set if a record has begun to wait for a person, who is told of it. */
  beginsToWait: boolean
  /** Set if one person did what needs two; see assertSecondPerson. */
  actedAlone: boolean
}

const copyOf = ({
  facts,
  auditRows,
  announcements,
  outbox,
  atCommit,
  afterCommit,
  beginsToWait,
  actedAlone,
}: Said): Said => ({
  facts: [...facts],
  auditRows: auditRows && [...auditRows],
  announcements: announcements.copy(),
  outbox: [...outbox],
  atCommit: [...atCommit],
  afterCommit: [...afterCommit],
  beginsToWait,
  actedAlone,
})

/** A state after a change, limited to members that had a value before. */
type Comparable<Before> = Partial<Record<keyof Before, unknown>>

/**
 * An open write. `flush` writes what `audit`, `emit` and `wake` have reported, in the same round trip as
 * COMMIT, so that no effect lacks its audit row and no event lacks its effect.
 */
export class Transaction implements Context {
  readonly platform: Context['platform']
  readonly tenantId: string
  readonly actor: Context['actor']
  readonly action: string
  /** The same instant for all rows of the transaction. */
  readonly now: Date
  readonly requestId?: string
  readonly workflowId?: string
  readonly traceparent?: string
  readonly httpStatus?: number
  readonly publicUrl?: string

  readonly #connection: Connection
  #said: Said = {
    facts: [],
    auditRows: undefined,
    announcements: new Announcements(),
    outbox: [],
    atCommit: [],
    afterCommit: [],
    beginsToWait: false,
    actedAlone: false,
  }

  #advice: Advice<Reader> | undefined
  #isAsCentre = false

  constructor(ctx: Context, connection: Connection) {
    this.platform = ctx.platform
    this.tenantId = ctx.tenantId
    this.actor = ctx.actor
    this.action = ctx.action
    this.now = ctx.platform.clock.now()
    if (ctx.requestId !== undefined) this.requestId = ctx.requestId
    if (ctx.workflowId !== undefined) this.workflowId = ctx.workflowId
    if (ctx.traceparent !== undefined) this.traceparent = ctx.traceparent
    if (ctx.httpStatus !== undefined) this.httpStatus = ctx.httpStatus
    if (ctx.publicUrl !== undefined) this.publicUrl = ctx.publicUrl
    this.#connection = connection
  }

  /** Prisma on this transaction's connection. */
  get db() {
    return this.platform.database.prisma
  }

  /** Runs one prepared statement on this transaction's connection. */
  sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.#connection.sql<Row>(text, values)
  }

  /** Reports that a record was created, with its content. Announces it if records of its kind announce changes. */
  created(subject: Subject, after: object): void {
    this.#said.announcements.created(subject, after)
    this.#said.facts.push({
      subject,
      changes: changesBetween(auditFieldsOf(subject), undefined, after),
    })
    this.#noteWait(subject, {}, after)
  }

  /**
   * Reports that a record was changed, with its states before and after. Announces it if records of its kind
   * announce changes. `shown` contains the states in their API form, if member names differ.
   */
  changed<Before extends object>(
    subject: Subject,
    before: Before,
    after: Comparable<Before>,
    shown: { before: object; after: object } = { before, after },
  ): void {
    this.#said.facts.push({
      subject,
      changes: changesBetween(auditFieldsOf(subject), before, after),
    })
    this.#noteWait(subject, before, after)
    if (RECORDS[subject.type].announced)
      this.announceChange(
        subject,
        { ...shown.before, ...shown.after },
        changedMembers(shown.before, shown.after),
      )
  }

  /** Notes whether a record comes into a state in which it waits for a person. */
  #noteWait({ type }: Subject, before: object, after: object): void {
    const { status } = after as { status?: unknown }
    if (typeof status !== 'string' || status === (before as { status?: unknown }).status) return
    if (this.platform.registry.waiting.states[type]?.has(status)) this.beginToWait()
  }

  /** Reports that something has begun to wait for a person whom its state does not show. */
  beginToWait(): void {
    this.#said.beginsToWait = true
  }

  /** Reports that one person did what needs two, so that the audit entry says it. */
  actedAlone(): void {
    this.#said.actedAlone = true
  }

  /**
   * Reports what one transaction did for many workflows, for which it replaces a transaction each: every record
   * has an audit row that names its workflow.
   */
  changedEach<Before extends object>(
    changes: readonly {
      workflowId: string
      subject: Subject
      before: Before
      after: Comparable<Before>
    }[],
  ): void {
    this.#said.auditRows = changes.map(({ workflowId, subject, before, after }) =>
      auditRow(
        { tenantId: this.tenantId, actor: this.actor, action: this.action, workflowId },
        {
          occurredAt: this.now,
          outcome: 'ALLOWED',
          subject,
          changes: changesBetween(auditFieldsOf(subject), before, after),
        },
      ),
    )
  }

  /**
   * Announces a change that its cause reports, such as a merge or an erasure.
   * @param facts known members of the record, at least the ids that its events contain
   */
  announceChange(subject: Subject, facts: object, members: readonly string[]): void {
    this.#said.announcements.changed(subject, facts, members)
  }

  /** Reports what the call did with a record without changing it, such as issuing a link. */
  did(subject: Subject, facts: object): void {
    const fields = auditFieldsOf(subject)
    const named: AuditFields = fields === '*' ? fields : [...fields, CALL_FACTS]
    this.#said.facts.push({
      subject,
      changes: changesBetween(named, undefined, { [CALL_FACTS]: facts }),
    })
  }

  /** Reports that the call concerned a record but did not change it. */
  nothingChanged(subject: Subject): void {
    this.#said.facts.push({ subject, changes: {} })
  }

  /** Puts an event into the outbox. Its payload must match the event's schema. */
  emit<Payload extends z.ZodType>(
    event: EmittableEvent<Payload>,
    subject: Subject,
    data: z.input<Payload>,
  ): void {
    const payload = event.payload.parse(data)
    this.#said.outbox.push({
      id: newId('event'),
      kind: 'event',
      type: event.type,
      subject,
      payload,
    })
  }

  /** The types of the events that the transaction sends so far. */
  emittedTypes(): string[] {
    const { outbox, announcements } = this.#said
    const emitted = outbox.filter(({ kind }) => kind === 'event').map(({ type }) => type)
    return [...new Set([...emitted, ...announcements.all().map(({ event }) => event.type)])]
  }

  /** Starts a workflow about a subject after the commit. */
  start(
    workflow: WorkflowDefinition,
    subjectId: string,
    options: Pick<WorkflowMessage, 'urgent'> = {},
  ): void {
    this.#message(workflow, subjectId, { action: 'start', ...options })
  }

  /**
   * Signals to a workflow that its subject has changed, from `availableAt` on. Starts the workflow if it is not
   * running.
   */
  wake(workflow: WorkflowDefinition, subjectId: string, availableAt?: Date): void {
    this.#message(workflow, subjectId, { action: 'wake' }, availableAt)
  }

  /** Inserts a row by column name. Returns what `onConflict` returns. */
  insert<Into extends Table>(table: Into, row: RowOf<Into>, onConflict = ''): Promise<object[]> {
    const { text, values } = insertInto(table, row, onConflict)
    return this.#connection.sql(text, values)
  }

  /** Inserts a row in the same round trip as COMMIT; see {@link atCommit}. */
  insertAtCommit<Into extends Table>(table: Into, row: RowOf<Into>): void {
    this.#said.atCommit.push(insertInto(table, row))
  }

  /**
   * Runs a statement whose result is not needed, in the same round trip as COMMIT. Violations are thrown there
   * and roll the transaction back.
   */
  atCommit(text: string, values: unknown[]): void {
    this.#said.atCommit.push({ text, values })
  }

  /**
   * Registers an effect outside of the database, executed after the commit and before the response. It is lost
   * if it fails or the process dies, so an effect that must happen needs a row as well.
   */
  afterCommit(effect: Effect): void {
    this.#said.afterCommit.push(effect)
  }

  /**
   * Registers advice that is computed after an error, once the transaction is rolled back and its locks are
   * released.
   */
  onRefusal(advice: Advice<Reader>): void {
    this.#advice = advice
  }

  get advice(): Advice<Reader> | undefined {
    return this.#advice
  }

  /** Removes files after the commit: immediately, and again by `tidyFiles` until it succeeds. */
  removeFiles(keys: readonly string[]): void {
    this.atCommit(REMOVE_FILES, [this.tenantId, keys, this.now])
    for (const key of keys) this.afterCommit(({ files }) => files.remove(key))
  }

  /** Executes the effects registered with `afterCommit`. A failure is reported and does not stop the others. */
  async settleEffects(): Promise<void> {
    const outside = outsideOf(this.platform)
    for (const effect of this.#said.afterCommit) await effect(outside).catch(outside.effectFailed)
  }

  /** Runs work to get its result or its error, and rolls it back: nothing is written, audited, sent or started. */
  rehearse<T>(work: () => Promise<T>): Promise<T> {
    return this.#behindSavepoint(work, { keeps: false })
  }

  /** Runs work that is undone if it fails, while this transaction continues. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    this.#advice = undefined
    try {
      return await this.#behindSavepoint(work, { keeps: true })
    } catch (error) {
      throw await withAdvice(error, this.#advice, ({ find }) => find(this))
    }
  }

  async #behindSavepoint<T>(work: () => Promise<T>, { keeps }: { keeps: boolean }): Promise<T> {
    const before = copyOf(this.#said)
    let kept = false
    await this.sql('SAVEPOINT work')
    try {
      const result = await work()
      await this.#send(this.#said.atCommit.splice(before.atCommit.length))
      kept = keeps
      return result
    } finally {
      if (!kept) {
        await this.sql('ROLLBACK TO SAVEPOINT work')
        this.#said = before
      }
      await this.sql('RELEASE SAVEPOINT work')
    }
  }

  /** Sends the last statements, the audit row and the outbox rows as one statement. */
  flush(): Promise<unknown> {
    const { facts, auditRows } = this.#said
    if (facts.length === 0 && !auditRows) {
      throw new Error(
        `${this.action} wrote without a report: call tx.created(), tx.changed() or tx.nothingChanged()`,
      )
    }
    for (const { event, subject, data } of this.#said.announcements.all())
      this.emit(event, subject, data)
    if (this.#said.beginsToWait) this.wake(this.platform.registry.waiting.workflow, this.tenantId)
    const rows = [...(facts.length > 0 ? [this.#auditRow()] : []), ...(auditRows ?? [])]
    const audit = rows.length > 0 ? [insertAuditRows(rows)] : []
    const outbox = insertOutbox(this, this.#said.outbox)
    return this.#send([...this.#said.atCommit, ...audit, ...outbox])
  }

  /** Combines independent statements into one. */
  async #send(statements: Statement[]): Promise<void> {
    if (statements.length === 0) return
    // A statement does not see its own inserts, but a row of a restricted caller requires that its parent is
    // visible.
    const sent = sightOf(this.actor) === 'CENTRE' ? [combine(statements)] : statements
    await Promise.all(sent.map(({ text, values }) => this.#connection.sql(text, values)))
  }

  /**
   * Runs the consequences of a call as the centre, such as giving a place to the next child: the caller may not
   * be able to see them and must not block them. The response must contain nothing about them. Nested calls
   * keep the role.
   */
  async asCentre<T>(work: () => Promise<T>): Promise<T> {
    const sight = sightOf(this.actor)
    if (sight === 'CENTRE' || this.#isAsCentre) return work()
    const leave = () => {
      this.#isAsCentre = false
      return this.sql(ENTER_ROLE[sight])
    }
    await this.sql('SET LOCAL ROLE NONE')
    this.#isAsCentre = true
    try {
      const result = await work()
      await leave()
      return result
    } catch (error) {
      // A transaction that an error has aborted refuses this statement too, and ends with that error.
      await leave().catch(() => undefined)
      throw error
    }
  }

  #message(
    { name, subjectType }: WorkflowDefinition,
    subjectId: string,
    payload: WorkflowMessage,
    availableAt?: Date,
  ): void {
    this.#said.outbox.push({
      id: newId('workflowMessage'),
      kind: 'workflow',
      type: name,
      subject: { type: subjectType, id: subjectId },
      payload,
      ...(availableAt && { availableAt }),
    })
  }

  /** One row per call: the first record named is its subject, and the others are listed in its changes. */
  #auditRow(): AuditRow {
    const [main, ...others] = this.#said.facts
    const also = others.map(({ subject, changes }) => ({
      subjectType: subject.type,
      subjectId: subject.id,
      changes,
    }))
    return auditRow(this, {
      occurredAt: this.now,
      outcome: 'ALLOWED',
      subject: main!.subject,
      changes: {
        ...main!.changes,
        ...(also.length > 0 && { also }),
        ...(this.#said.actedAlone && { approvedAlone: { from: false, to: true } }),
      },
    })
  }
}

const REMOVE_FILES = `INSERT INTO file_removals (tenant_id, key, created_at)
  SELECT $1, key, $3 FROM unnest($2::text[]) AS key ON CONFLICT DO NOTHING`

/** Only openPlatform creates platforms. The narrow type merely hides further members. */
const outsideOf = (platform: Platform): Outside => platform as OpenPlatform

/** The statement that switches to a database role with fewer rights than the application's own. */
const ENTER_ROLE = {
  CASELOAD: 'SET LOCAL ROLE therapy_caseload',
  LOCATIONS: 'SET LOCAL ROLE therapy_locations',
} as const

/**
 * What the transaction may see. A caller bound to a provider or to locations sees only their children. While a
 * centre is suspended, nothing is written, and only callers whom the pipeline admits can read
 * (domain/organization/README.md).
 */
const scopeOf = (ctx: Context, mode: 'read' | 'write'): AccessScope => ({
  tenantId: ctx.tenantId,
  centre: centreFor(ctx, mode),
  ...boundsOf(ctx),
})

const centreFor = (ctx: Context, mode: 'read' | 'write'): AccessScope['centre'] => {
  if (ctx.whileClosed) return 'ANY'
  if (mode === 'write') return ctx.whileSuspended ? 'NOT_CLOSED' : 'ACTIVE'
  return ctx.whileSuspended || ctx.actor.kind === 'SYSTEM' || ctx.confirmation ? 'ANY' : 'ACTIVE'
}

const boundsOf = ({
  actor: { providerId, locationIds, ownProviderId },
  platform,
}: Context): Pick<AccessScope, 'caseload' | 'locations'> => {
  if (!providerId && !locationIds) return {}
  const at = platform.clock.now()
  if (locationIds) return { locations: { ids: locationIds, at, ownProviderId } }
  return { caseload: { providerId: providerId!, at } }
}

const entering = (ctx: Context) => (connection: Connection) => {
  ctx.confirmation?.askOn(connection)
  return new Transaction(ctx, connection)
}

/**
 * Runs a write: checks the permission, and then runs one transaction with the tenant set. A nested verb joins
 * the transaction of the outer one, as that one was begun.
 */
export const transact = async <T>(
  ctx: Context,
  needs: Needs,
  work: (tx: Transaction) => Promise<T>,
  { plansOnce }: Pick<Opening, 'plansOnce'> = {},
): Promise<T> => {
  authorize(ctx.actor, needs)
  if (ctx instanceof Transaction) return work(ctx)
  const { database } = ctx.platform
  let opened: Transaction | undefined
  const enter = (connection: Connection) => (opened = entering(ctx)(connection))
  const last = (tx: Transaction) => tx.flush()
  const result = await persistently(() =>
    database.transaction(scopeOf(ctx, 'write'), { mode: 'write', plansOnce }, enter, work, last),
  ).catch(async (error: unknown) => {
    const afresh = (connection: Connection) => new Transaction(ctx, connection)
    const scope = scopeOf(ctx, 'read')
    throw await withAdvice(error, opened?.advice, ({ find, question }) =>
      askTogether(database, `${JSON.stringify(scope)} ${question}`, () =>
        database.transaction(scope, { mode: 'read', plansOnce }, afresh, find),
      ),
    )
  })
  await opened?.settleEffects()
  return result
}

/** Maximum number of attempts of a transaction, including the first. */
const ATTEMPTS = 3

/** Repeats a transaction that PostgreSQL rolled back in favour of another one (deadlock or serialization failure). */
const persistently = async <T>(attempt: () => Promise<T>, left = ATTEMPTS - 1): Promise<T> => {
  try {
    return await attempt()
  } catch (error) {
    if (left === 0 || !gaveWay(error)) throw error
    return persistently(attempt, left - 1)
  }
}

/** The context of a query: the tenant's records, read-only. */
export type Reader = Pick<
  Transaction,
  'db' | 'sql' | 'tenantId' | 'now' | 'platform' | 'actor' | 'asCentre'
>

/**
 * Runs a read: checks the permission, and then runs one read-only transaction with the tenant set, or joins the
 * current write.
 */
export const read = async <T>(
  ctx: Context,
  needs: Needs,
  work: (reader: Reader) => Promise<T>,
  { plansOnce }: Pick<Opening, 'plansOnce'> = {},
): Promise<T> => {
  authorize(ctx.actor, needs)
  if (ctx instanceof Transaction) return work(ctx)
  const opening: Opening = { mode: 'read', plansOnce }
  return ctx.platform.database.transaction(scopeOf(ctx, 'read'), opening, entering(ctx), work)
}

const auditFieldsOf = ({ type }: Subject): AuditFields => RECORDS[type].audit ?? []
