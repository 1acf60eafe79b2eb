import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkflowHandle } from '@temporalio/client'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import pg from 'pg'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { TASK_QUEUE } from '../../workflows/task-queues.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'
import { FollowingClock, isAtRest, skippingEnvironment } from '../workflows/skipped-time.ts'
import { createCentre, eventually, openTestPlatform, type Centre } from '../workflows/support.ts'

const page = { limit: 100, sort: '-createdAt' } as const
/** After this, Temporal hands tasks of a dead worker to another one. */
const TIMEOUT_MS = 31_000
/** …and after this much real time nothing is in progress. */
const PATIENCE_MS = 4_000

/** Skipped time with a separate worker process that can be killed while programs wait or run a step. */
export class KillableWorld implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack()
  readonly #runs: WorkflowHandle[] = []
  readonly clock = new FollowingClock()
  database!: TestDatabase
  platform!: OpenPlatform
  centre!: Centre
  env!: TestWorkflowEnvironment
  owner!: pg.Client
  #worker!: ChildProcess

  static async start(): Promise<KillableWorld> {
    const world = new KillableWorld()
    await world.#start()
    return world
  }

  async #start(): Promise<void> {
    this.database = this.#stack.use(await createDatabase())
    this.platform = this.#stack.use(openTestPlatform(this.database, this.clock))
    this.env = await skippingEnvironment(this.platform.cipher.keys)
    this.#stack.defer(() => this.env.teardown())
    this.clock.follow(await this.env.currentTimeMs())
    this.centre = await createCentre(this.platform, this.database)
    this.owner = new pg.Client({ connectionString: this.database.ownerUrl })
    await this.owner.connect()
    this.#stack.defer(() => this.owner.end())
    await this.startWorker()
    this.#stack.defer(() => this.kill())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync()
  }

  async startWorker(): Promise<void> {
    const { appUrl, systemUrl, ownerUrl } = this.database
    this.#worker = fork(new URL('../workflows/skipping-worker.ts', import.meta.url), {
      env: {
        ...process.env,
        APP_URL: appUrl,
        SYSTEM_URL: systemUrl,
        OWNER_URL: ownerUrl,
        ADDRESS: this.env.address,
      },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(this.#worker, 'message')
  }

  get isWorkerAlive(): boolean {
    return this.#worker.exitCode === null && this.#worker.signalCode === null
  }

  /** Kills without draining. */
  async kill(): Promise<void> {
    if (!this.isWorkerAlive) return
    this.#worker.kill('SIGKILL')
    await once(this.#worker, 'exit')
  }

  /** Starts the workflow of a program, because no relay runs here. */
  async startWorkflow(subjectId: string): Promise<WorkflowHandle> {
    const input = { tenantId: this.centre.tenantId, subjectId }
    const workflowId = workflowIdOf('earlyInterventionCheckIn', input)
    const run = await this.env.client.workflow.start('earlyInterventionCheckIn', {
      taskQueue: TASK_QUEUE,
      workflowId,
      args: [input],
    })
    this.#runs.push(run)
    return run
  }

  /** Until the workflows have received their signals and wait. */
  idle() {
    return this.until(async () => {
      for (const run of this.#runs) if (!(await isAtRest(run))) return false
      return true
    })
  }

  async followUpOf(subjectId: string) {
    const { data } = await listFollowUps(this.centre.ctx, { ...page, subjectId })
    return data[0]
  }

  async stepsOf(id: string) {
    const steps = (await this.followUpOf(id))?.steps ?? []
    return Object.fromEntries(steps.map((step) => [step.step, step]))
  }

  async pass(ms: number): Promise<void> {
    await this.env.sleep(Math.max(ms, 0) + 10)
    this.clock.follow(await this.env.currentTimeMs())
  }

  /** Waits, and skips the time in which Temporal waits for a dead worker. */
  until(isDone: () => Promise<boolean>) {
    return eventually(async () => {
      const patience = Date.now() + PATIENCE_MS
      while (Date.now() < patience) {
        if (await isDone()) return true
        await sleep(50)
      }
      await this.pass(TIMEOUT_MS)
      return isDone()
    })
  }

  settledStep(id: string, step: string) {
    return this.until(async () => {
      const record = await this.followUpOf(id)
      const known = record!.steps.find((it) => it.step === step)
      return known?.status !== 'SCHEDULED' && record!.waitingOn !== step
    })
  }

  /** Advances these programs step by step: jumping over a step would time out its activity. */
  async passUntil(endMs: number, ids: readonly string[]): Promise<void> {
    for (;;) {
      const waiting = await Promise.all(ids.map(async (id) => ({ id, ...(await this.#next(id)) })))
      const next = Math.min(endMs, ...waiting.map(({ atMs }) => atMs))
      await this.pass(next - (await this.env.currentTimeMs()))
      if (next === endMs) return
      for (const { id, step, atMs } of waiting)
        if (step && atMs <= next) await this.settledStep(id, step)
    }
  }

  /** Until the next step is due, without waiting for it. */
  async untilNext(id: string): Promise<string> {
    const { step, atMs } = await this.#next(id)
    await this.pass(atMs - (await this.env.currentTimeMs()))
    return step!
  }

  async #next(id: string) {
    const { waitingOn, nextStepAt } = (await this.followUpOf(id))!
    return { step: waitingOn, atMs: nextStepAt ? Date.parse(nextStepAt) : Infinity }
  }

  /** Kills the worker during the next step of a program, which waits for a lock in its transaction. */
  async killInNextStep(id: string): Promise<string> {
    // A running activity would wait for the lock, and Temporal skips no time during an activity.
    await this.idle()
    await this.owner.query('BEGIN')
    await this.owner.query('SELECT 1 FROM early_intervention_programs WHERE id = $1 FOR UPDATE', [
      id,
    ])
    const step = await this.untilNext(id)
    await this.until(async () => {
      const { rows } = await this.owner.query(`SELECT 1 FROM pg_locks WHERE NOT granted`)
      return rows.length > 0
    })
    await this.kill()
    await this.owner.query('ROLLBACK')
    return step
  }
}
