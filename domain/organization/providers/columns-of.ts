import { jsonOrNull } from '#platform/core/sql/json.ts'
import type { CreateProvider } from './schemas.ts'

/** A provider's JSON columns in the form that Prisma needs. Omitted members stay omitted. */
export const columnsOf = ({
  insurance,
  ageRange,
  serviceArea,
}: {
  [Member in 'insurance' | 'ageRange' | 'serviceArea']?: CreateProvider[Member] | undefined
}) => ({
  ...(insurance !== undefined && { insurance: jsonOrNull(insurance) }),
  ...(ageRange !== undefined && { ageRange: jsonOrNull(ageRange) }),
  ...(serviceArea !== undefined && { serviceArea: jsonOrNull(serviceArea) }),
})
