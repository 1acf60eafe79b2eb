import { assertFreshStepUp } from '#platform/core/access/assert-fresh-step-up.ts'
import { isDryRun } from './dry-run.ts'
import type { Operation } from './operation.ts'
import type { ValidInput } from './validation.ts'

/** Refuses a person whose proof of who they are is too old for what the operation changes. A rehearsal asks for none. */
export const assertProved = async (
  { freshProof }: Pick<Operation, 'freshProof'>,
  input: ValidInput,
  reader: Parameters<typeof assertFreshStepUp>[0],
): Promise<void> => {
  if (freshProof && !isDryRun(input)) await assertFreshStepUp(reader)
}
