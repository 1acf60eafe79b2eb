import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProgram } from '#early-intervention/programs/queries.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { timeSkippingServer } from '../support/servers.ts'
import { KillableWorld } from './killable-world.ts'
import { ObservedProgram } from './observed-program.ts'
import { dateOf, monthsLater, numberOf } from './second-computation.ts'

const ZONE = 'Europe/Berlin'

describe.skipIf(!timeSkippingServer())('programs from the referral to the third birthday', () => {
  let world: KillableWorld
  let referralReceivedOn: string
  beforeAll(async () => {
    world = await KillableWorld.start()
    referralReceivedOn = dateIn(world.clock.now(), ZONE)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const programs: ObservedProgram[] = []
  const begin = async (birthDate: string) => {
    const program = await ObservedProgram.begin(world, { birthDate, referralReceivedOn })
    programs.push(program)
    return program
  }
  /** A day of the run: day 0 is the day of the referrals. */
  const on = (day: number) => dateOf(numberOf(referralReceivedOn) + day)
  /** Noon of a day, after every earlier step. */
  const reachDay = (day: number) => {
    const noon = { timeZone: ZONE, plainTime: '12:00' }
    const { epochMilliseconds } = Temporal.PlainDate.from(on(day)).toZonedDateTime(noon)
    const running = programs.filter(({ facts }) => facts.closedOn === null)
    return world.passUntil(
      epochMilliseconds,
      running.map(({ id }) => id),
    )
  }

  test('every deadline equals an independent computation, and every reminder is sent once', async () => {
    // Ten months old at the referral; the recorded third birthday is on this day of the run.
    const early = await begin(on(-304))
    // Sixty days before the third birthday: too late for 90 days, early enough for an IFSP.
    const late = await begin(dateOf(monthsLater(on(60), -36)))
    const thirdBirthday = monthsLater(late.facts.birthDate, 36) - numberOf(referralReceivedOn)
    const atReferral = await getProgram(world.centre.ctx, { id: late.id })
    expect(atReferral.deadlines.filter(({ status }) => status === 'MISSED')).toEqual([])

    await reachDay(10)
    await early.delay('FAMILY', 10)
    await reachDay(15)
    await late.reach('EVALUATION', 14)
    // The first kill: while the clocks of one program are paused and those of the other run.
    await world.kill()
    await late.reach('ELIGIBILITY', 15)
    await late.reach('CHILD_ASSESSMENT', 15)
    await late.reach('FAMILY_ASSESSMENT', 15, true)
    await world.startWorker()
    await world.idle()
    await reachDay(20)
    await late.reach('LEA_NOTIFICATION', 18)
    await late.reach('TRANSITION_PLAN', 19)
    await late.reach('TRANSITION_CONFERENCE', 19)
    await late.reach('IFSP', 19)
    await reachDay(24)
    await early.endDelay(24)
    await reachDay(28)
    await early.delay('PROVIDER', 26, 28)
    await reachDay(40)
    await late.close(40)
    await late.assertDeadlines()

    await reachDay(43)
    for (const kind of ['EVALUATION', 'ELIGIBILITY', 'CHILD_ASSESSMENT'] as const)
      await early.reach(kind, 42)
    await early.reach('FAMILY_ASSESSMENT', 43)
    // More than 45 days after the referral but in time, because the family had paused it.
    await reachDay(49)
    await early.reach('IFSP', 49)
    await early.services(49, null)
    await reachDay(60)
    await early.services(49, 58)
    await early.assertDeadlines()

    // An annual meeting instead of the first periodic review.
    await reachDay(170)
    await early.reach('ANNUAL_IFSP_MEETING', 170)
    // The second kill: during a step.
    const step = await world.killInNextStep(early.id)
    await world.startWorker()
    await world.settledStep(early.id, step)
    // The third kill: during a reminder, which is still sent once.
    await reachDay(300)
    expect(await world.killInNextStep(early.id)).toBe('periodic-review-warning')
    await world.startWorker()
    await world.settledStep(early.id, 'periodic-review-warning')
    await reachDay(335)
    await early.reach('PERIODIC_REVIEW', 335)
    await reachDay(512)
    await early.reach('ANNUAL_IFSP_MEETING', 510)

    // Month 20: the birth date was wrong by 25 days, and the meeting was two days earlier. The fourth kill.
    await reachDay(608)
    await world.kill()
    await early.correct(on(-329), { from: 510, to: 508 })
    await early.assertDeadlines()
    await world.startWorker()
    await world.idle()
    const birthday = monthsLater(early.facts.birthDate, 36) - numberOf(referralReceivedOn)
    const transitionDue = birthday - 90
    await reachDay(transitionDue - 50)
    await early.reach('TRANSITION_PLAN', transitionDue - 50)
    await reachDay(transitionDue - 35)
    await early.reach('LEA_NOTIFICATION', transitionDue - 35)
    await reachDay(transitionDue + 4)
    await early.reach('TRANSITION_CONFERENCE', transitionDue + 3)
    await early.reach('PERIODIC_REVIEW', transitionDue + 4)
    await reachDay(birthday - 3)
    await early.close(birthday - 3)

    await early.assertDeadlines()
    const { deadlines } = await getProgram(world.centre.ctx, { id: early.id })
    const ofTransition = ['lea-notification', 'transition-plan', 'transition-conference']
    const transition = deadlines.filter(({ clock }) => ofTransition.includes(clock))
    expect(new Set(transition.map(({ dueOn }) => dueOn))).toEqual(new Set([on(transitionDue)]))
    expect(transition.map(({ clock, status, daysLate }) => [clock, status, daysLate])).toEqual(
      expect.arrayContaining([
        ['lea-notification', 'MET', 0],
        ['transition-plan', 'MET', 0],
        ['transition-conference', 'MET_LATE', 3],
      ]),
    )

    const ofLate = [
      ...ofTransition.map((clock) => `${clock} ${on(25)} at_risk`),
      `exit ${on(thirdBirthday - 1)} at_risk`,
    ].toSorted()
    expect(await late.reminders()).toEqual([ofLate, ofLate])
    const [events, mails] = await early.reminders()
    const reviews = deadlines.filter(({ clock }) => clock === 'periodic-review')
    const annual = deadlines.filter(({ clock }) => clock === 'annual-ifsp-meeting')
    expect(events).toEqual(
      [
        ...['child-assessment', 'eligibility', 'evaluation', 'family-assessment', 'ifsp'].map(
          (clock) => `${clock} ${on(60)} at_risk`,
        ),
        ...reviews.slice(1, 4).map(({ dueOn }) => `periodic-review ${dueOn} at_risk`),
        `annual-ifsp-meeting ${annual[1]!.dueOn} at_risk`,
        `transition-plan ${on(transitionDue)} at_risk`,
        `transition-conference ${on(transitionDue)} at_risk`,
        `transition-conference ${on(transitionDue)} missed`,
        `exit ${on(birthday - 1)} at_risk`,
      ].toSorted(),
    )
    expect(mails).toEqual(events)
    const asked = Math.floor((birthday - 3) / 90)
    expect(await early.familyCheckIns()).toEqual({ done: asked, mails: asked })
  }, 900_000)
})
