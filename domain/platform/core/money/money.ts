/** Decimals of currencies by ISO 4217, where they are not two. `Intl` has those that people use, which are fewer. */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
  }).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, Number(decimals)])),
)

/** How many decimals an amount of a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2

/** An amount in minor units as a decimal number, with the decimals of its currency: `95.00`, `9500`, `9.500`. */
export const decimalText = (amountMinor: number, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals)
  return `${amountMinor < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${rest}` : ''}`
}

/** …with its currency, as it is printed: `95.00 EUR`. */
export const moneyText = (amountMinor: number, currency: string): string =>
  `${decimalText(amountMinor, currency)} ${currency}`

/** The part of an amount that `part` is of `whole`: `amount × part ÷ whole`, rounded half up. Exact for any size. */
export const shareOf = (amountMinor: number, part: number, whole: number): number => {
  const doubled = 2n * BigInt(amountMinor) * BigInt(part) + BigInt(whole)
  return Number(doubled / (2n * BigInt(whole)))
}
