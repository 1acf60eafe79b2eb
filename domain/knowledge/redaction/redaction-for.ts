import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import { ID_PREFIXES } from '#platform/core/records/ids.ts'
import { createRedaction, type Redaction } from './create-redaction.ts'
import type { KnownPersons } from './load-known-persons.ts'
import { personalValues, type KnownPerson } from './personal-values.ts'

export const isChild = ({ id }: KnownPerson): boolean => id.startsWith(`${ID_PREFIXES.child}_`)

/**
 * Redacts everybody for a model; under FULL, everybody except the question's child and their guardians. Callers
 * first check whether a model under NONE may be asked.
 */
export const redactionFor = (
  { dataPolicy }: Pick<ModelRow, 'dataPolicy'>,
  { family, others }: KnownPersons,
): Redaction =>
  createRedaction((dataPolicy === 'FULL' ? others : [...family, ...others]).flatMap(personalValues))
