import { invalid } from '#platform/core/errors.ts'

/** Invoices name the seller's VAT identification number or tax number. */
export const assertTaxIdentified = (entity: {
  vatId: string | null
  taxNumber: string | null
}): void => {
  if (entity.vatId === null && entity.taxNumber === null)
    throw invalid('vatId', 'required', 'Say vatId or taxNumber: invoices need one of them.')
}
