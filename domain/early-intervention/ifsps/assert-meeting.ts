import { dateText } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { assertWithin } from '../programs/rules.ts'
import { loadTodays } from '../programs/todays.ts'

/** Refuses a meeting before the referral or after today, at the location of the program. */
export const assertMeeting = async (
  reader: Reader,
  meetingOn: string,
  program: { locationId: string | null; referralReceivedOn: Date },
): Promise<void> => {
  const { today } = (await loadTodays(reader)).at(program.locationId)
  const earliest = { occurredOn: dateText(program.referralReceivedOn), what: 'referral' }
  assertWithin('meetingOn', meetingOn, { earliest, today })
}
