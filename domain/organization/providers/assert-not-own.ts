import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'

/** Providers, their keys and users do not end or weaken what the centre decided about them. */
export const assertNotOwn = (
  reader: Parameters<typeof assertSecondPerson>[0],
  providerId: string,
  act: string,
): Promise<void> =>
  assertSecondPerson(
    reader,
    [providerId],
    `Another person must ${act}: the provider cannot, and neither can a key that they created or that is bound to them.`,
  )
