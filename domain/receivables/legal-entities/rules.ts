import { invalid } from '#platform/core/errors/errors.ts'

/** Invoices show the seller's VAT identification number or tax number. */
export const assertTaxIdentified = (entity: {
  vatId: string | null
  taxNumber: string | null
}): void => {
  if (entity.vatId === null && entity.taxNumber === null)
    throw invalid('vatId', 'required', 'Invoices require a tax number. Send vatId or taxNumber.')
}

/** Checks that each level is later than the previous one. */
export const assertLevelsAscend = (levels: readonly { daysAfterDue: number }[]): void => {
  const at = levels.findIndex(
    ({ daysAfterDue }, index) => index > 0 && daysAfterDue <= levels[index - 1]!.daysAfterDue,
  )
  if (at > 0)
    throw invalid(
      `dunningLevels.${at}.daysAfterDue`,
      'too_small',
      'daysAfterDue must be greater than that of the previous level.',
    )
}
