import { PRICES } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const discountCodes = defineResource({
  permissions: {
    'discount-codes': {
      about: 'discount codes, with their limits',
      centreOnly: ['write'],
      withoutFreshProof: PRICES,
      roles: { read: ['SCHEDULER', 'READ_ONLY'], write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { payments: ['read', 'write'] },
    },
  },
  records: {
    discountCode: { prefix: 'dsc', table: 'discount_codes', audit: '*' },
  },
  tables: {
    discount_codes: { withoutPersonalData: CENTRE },
    discount_code_redemptions: { withoutPersonalData: 'ids of orders and codes' },
  },
  constraints: {
    discount_codes_code: {
      code: 'already_exists',
      path: 'code',
      message: 'A code with this name already exists. It may be archived.',
    },
  },
})
