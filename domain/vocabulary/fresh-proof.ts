/** Reasons why a write takes no fresh proof, shared by several resources. */
export const DAILY_CARE =
  'daily work for families: no rights, no money, nothing that leaves or is kept longer'
export const DAILY_SETTINGS =
  'settings of daily work: no rights, no money, nothing that leaves or is kept longer'
export const PRICES =
  'prices and rules for what families are charged: money comes in, to the account of the centre'
