import { assertFreshStepUp } from '#platform/core/access/assert-fresh-step-up.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { resourceOf } from '#platform/core/access/permissions.ts'
import { PERMISSIONS } from '#vocabulary/resources.ts'
import { isDryRun } from './dry-run.ts'
import type { Operation } from './operation.ts'
import type { ValidInput } from './validation.ts'

type Prover = Parameters<typeof assertFreshStepUp>[0]

/** Refuses a person whose proof is too old for the change that the operation makes. A dry run needs no proof. */
export const assertProved = async (
  { freshProof, permission }: Pick<Operation, 'freshProof' | 'permission'>,
  input: ValidInput,
  reader: Prover,
): Promise<void> => {
  if (!freshProof || isDryRun(input)) return
  if (reader.actor.isDelegated) await assertProgramMay(permission, reader)
  await assertFreshStepUp(reader)
}

/** Refuses changes whose effect would outlast or exceed the program that acts for a person (docs/decisions/0285). */
const assertProgramMay = async (
  permission: Operation['permission'],
  reader: Prover,
): Promise<void> => {
  const { programs } = PERMISSIONS[resourceOf(permission)]
  if (programs?.in === 'ALL_CENTRES') return
  const [centre] = programs ? await reader.sql<{ isTest: boolean }>(IS_TEST, [reader.tenantId]) : []
  if (centre?.isTest) return
  const where = programs ? 'Except in test centres, people' : 'People'
  throw new DomainError(
    'insufficient_scope',
    `${where} must do this themselves; a program cannot do it for them. Sign in yourself and make the request there, or use an API key.`,
    { extra: { permission } },
  )
}

const IS_TEST = 'SELECT is_test AS "isTest" FROM tenants WHERE tenant_id = $1'
