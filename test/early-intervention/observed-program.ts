import type { WorkflowHandle } from '@temporalio/client'
import { expect } from 'vitest'
import type { ClockFacts, Delay } from '#early-intervention/clocks/clock.ts'
import { IDEA_PART_C } from '#early-intervention/clocks/idea-part-c.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import { correctEarlyInterventionBirthDate } from '#early-intervention/programs/correct-early-intervention-birth-date.ts'
import { correctEarlyInterventionMilestone } from '#early-intervention/programs/correct-early-intervention-milestone.ts'
import { delayProgram } from '#early-intervention/programs/delay-program.ts'
import { endEarlyInterventionProgramDelay } from '#early-intervention/programs/end-early-intervention-program-delay.ts'
import { IfspServicesInput } from '#early-intervention/programs/ifsp-services.ts'
import { patchProgram } from '#early-intervention/programs/patch-program.ts'
import { getProgram } from '#early-intervention/programs/queries.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import {
  AddDelay,
  StartProgram,
  type Program,
  type RecordMilestone,
} from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { createChild } from '#people/children/create-child.ts'
import { WAKE_SIGNAL } from '../../workflows/signals.ts'
import { createGuardian } from '../workflows/support.ts'
import type { KillableWorld } from './killable-world.ts'
import { dateOf, expected, numberOf } from './second-computation.ts'

interface Facts extends ClockFacts {
  milestones: ClockFacts['milestones'][number][]
  delays: { -readonly [Key in keyof Delay]: Delay[Key] }[]
  ifspServices: ClockFacts['ifspServices'][number][]
}

/** A program and what a test did to it, from which deadlines are recomputed. Days are numbers; 0 is the referral. */
export class ObservedProgram {
  readonly world: KillableWorld
  readonly run: WorkflowHandle
  readonly id: string
  readonly facts: Facts

  private constructor(
    world: KillableWorld,
    run: WorkflowHandle,
    { id, referralReceivedOn }: Program,
    birthDate: string,
  ) {
    this.world = world
    this.run = run
    this.id = id
    const none = { milestones: [], delays: [], ifspServices: [], holidays: [], closedOn: null }
    this.facts = { birthDate, referralReceivedOn, ...none }
  }

  static async begin(
    world: KillableWorld,
    dates: { birthDate: string; referralReceivedOn: string },
  ): Promise<ObservedProgram> {
    const { centre } = world
    const { birthDate, referralReceivedOn } = dates
    const person = { firstName: 'Lena', lastName: 'W', birthDate }
    const { id: childId } = await createChild(centre.ctx, person)
    await createGuardian({ ...centre, childId }, { name: 'Mara', email: 'mara@example.com' })
    const program = await startProgram(
      centre.ctx,
      StartProgram.parse({
        childId,
        referralReceivedOn,
        serviceCoordinatorId: centre.providerId,
        checkInEveryDays: 90,
      }),
    )
    const run = await world.startWorkflow(program.id)
    await world.until(async () => Boolean((await world.followUpOf(program.id))?.nextStepAt))
    return new ObservedProgram(world, run, program, birthDate)
  }

  on(day: number): string {
    return dateOf(numberOf(this.facts.referralReceivedOn) + day)
  }

  /** Done, with the workflow signalled; without a worker it waits. */
  async #did(change: Promise<unknown>): Promise<void> {
    await change
    await this.run.signal(WAKE_SIGNAL)
    if (this.world.isWorkerAlive) await this.world.idle()
  }

  async reach(kind: RecordMilestone['kind'], day: number, declinedByFamily?: true) {
    const occurredOn = this.on(day)
    const milestone = { kind, occurredOn, ...(declinedByFamily && { declinedByFamily }) }
    this.facts.milestones.push(milestone)
    await this.#did(
      recordEarlyInterventionMilestone(this.world.centre.ctx, { id: this.id, milestone }),
    )
  }

  async delay(cause: 'FAMILY' | 'PROVIDER', startDay: number, endDay?: number) {
    const startsOn = this.on(startDay)
    const endsOn = endDay === undefined ? null : this.on(endDay)
    this.facts.delays.push({ cause, startsOn, endsOn })
    const delay = AddDelay.parse({
      cause,
      startsOn,
      ...(endsOn && { endsOn }),
      ...(cause === 'FAMILY' && { reason: 'FAMILY_UNAVAILABLE' }),
      note: 'Documented.',
    })
    await this.#did(delayProgram(this.world.centre.ctx, { id: this.id, delay }))
  }

  async endDelay(day: number) {
    this.facts.delays.find(({ endsOn }) => endsOn === null)!.endsOn = this.on(day)
    const end = { id: this.id, cause: 'FAMILY', endsOn: this.on(day) } as const
    await this.#did(endEarlyInterventionProgramDelay(this.world.centre.ctx, end))
  }

  async services(consentDay: number, startDay: number | null) {
    const startedOn = startDay === null ? null : this.on(startDay)
    const speech = { key: 'speech', consentedOn: this.on(consentDay), startedOn, endedOn: null }
    this.facts.ifspServices.splice(0, 1, speech)
    const listed = {
      key: 'speech',
      type: 'SPEECH_LANGUAGE',
      frequency: 'Weekly',
      intensity: 'INDIVIDUAL',
      method: 'Coaching',
      setting: 'HOME',
      consentedOn: speech.consentedOn,
      startedOn,
    }
    const patch = { ifspServices: IfspServicesInput.parse([listed]) }
    await this.#did(patchProgram(this.world.centre.ctx, { id: this.id, patch }))
  }

  async correct(birthDate: string, meeting: { from: number; to: number }) {
    this.facts.birthDate = birthDate
    const ctx = this.world.centre.ctx
    await this.#did(correctEarlyInterventionBirthDate(ctx, { id: this.id, birthDate }))
    const occurredOn = this.on(meeting.from)
    const correctOccurredOn = this.on(meeting.to)
    const wrong = { kind: 'ANNUAL_IFSP_MEETING', occurredOn } as const
    const held = this.facts.milestones.find(
      (it) => it.kind === wrong.kind && it.occurredOn === occurredOn,
    )!
    held.occurredOn = correctOccurredOn
    const correction = { ...wrong, correctOccurredOn }
    await this.#did(correctEarlyInterventionMilestone(ctx, { id: this.id, correction }))
  }

  async close(day: number) {
    this.facts.closedOn = this.on(day)
    this.facts.milestones.push({ kind: 'EXIT', occurredOn: this.on(day) })
    await this.#did(closeProgram(this.world.centre.ctx, { id: this.id, closedOn: this.on(day) }))
    await this.world.until(
      async () => (await this.world.followUpOf(this.id))?.status === 'COMPLETED',
    )
  }

  /** The state of each period of each clock, from the API and from the second computation. */
  async assertDeadlines(): Promise<void> {
    const { deadlines } = await getProgram(this.world.centre.ctx, { id: this.id })
    const linesOf = (clock: string) => deadlines.filter((it) => it.clock === clock).map(lineOf)
    const said = IDEA_PART_C.map(({ name }) => [name, linesOf(name)])
    expect(said).toEqual(IDEA_PART_C.map(({ name }) => [name, expected(name, this.facts)]))
  }

  /** Sent events and e-mails about deadlines: the clock, its day and the type. */
  async reminders() {
    const { rows: events } = await this.world.owner.query<{ reminder: string }>(EVENTS, [this.id])
    const { rows: mails } = await this.world.owner.query<{ key: string }>(MAILS, [this.id])
    const ofMails = mails.map(({ key }) => {
      const [, step, dueOn] = key.split('/') as [string, string, string]
      const [, clock, kind] = /^(.+)-(warning|missed)(\.\d+)?$/.exec(step)!
      return `${clock} ${dueOn} ${kind === 'missed' ? kind : 'at_risk'}`
    })
    return [events.map(({ reminder }) => reminder).toSorted(), ofMails.toSorted()]
  }

  /** Requested check-ins, by follow-up and by e-mail. */
  async familyCheckIns() {
    const steps = Object.values(await this.world.stepsOf(this.id))
    const done = steps.filter((it) => it.step.startsWith('check-in-') && it.status === 'DONE')
    const { rows } = await this.world.owner.query<{ n: number }>(REQUESTS, [this.id])
    return { done: done.length, mails: rows[0]!.n }
  }
}

type Line = Pick<
  Program['deadlines'][number],
  'ifspService' | 'dueOn' | 'status' | 'metOn' | 'notOwedReason'
>

/** According to the second computation. */
const lineOf = ({ ifspService, dueOn, status, metOn, notOwedReason }: Line): string => {
  const state = ['ON_TRACK', 'AT_RISK', 'MISSED'].includes(status)
    ? null
    : status.replace('_LATE', '')
  return [ifspService, dueOn, state, metOn, notOwedReason].filter(Boolean).join(' ')
}

const EVENTS = `
  SELECT concat_ws(' ', payload ->> 'clock', payload ->> 'dueOn', substring(type FROM 'deadline_(.*)$')) AS reminder
  FROM outbox WHERE subject_id = $1 AND type LIKE 'early\\_intervention.deadline\\_%'`

const MAILS =
  "SELECT dedupe_key AS key FROM messages WHERE subject_id = $1 AND template = 'deadline.near'"

const REQUESTS = `
  SELECT count(*)::int AS n FROM messages WHERE subject_id = $1 AND template = 'family_check_in.request'`
