/** Reasons why a write requires no fresh proof. Several resources share them. */
export const DAILY_CARE =
  'daily work for families: no rights or money; nothing leaves the platform or is kept longer'
export const DAILY_SETTINGS =
  'settings for daily work: no rights or money; nothing leaves the platform or is kept longer'
export const PRICES =
  'prices and rules for charging families: money comes in, to the centre’s account'
