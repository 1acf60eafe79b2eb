/**
 * The number of decimals of currencies according to ISO 4217, if it is not two. `Intl` follows common practice
 * and has fewer.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
  }).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, Number(decimals)])),
)

/** The number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2

/** An amount in minor units as a decimal number: `95.00`, `9500`, `9.500`. */
export const decimalText = (amountMinor: number, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals)
  return `${amountMinor < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${rest}` : ''}`
}

/** An amount with its currency, for print: `95.00 EUR`. */
export const moneyText = (amountMinor: number, currency: string): string =>
  `${decimalText(amountMinor, currency)} ${currency}`

/** A share of an amount: `amount × part ÷ whole`, rounded half up. Exact for any size. */
export const shareOf = (amountMinor: number, part: number, whole: number): number => {
  const doubled = 2n * BigInt(amountMinor) * BigInt(part) + BigInt(whole)
  return Number(doubled / (2n * BigInt(whole)))
}
