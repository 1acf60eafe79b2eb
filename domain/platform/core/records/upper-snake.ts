/** `waitlistOffer` as `WAITLIST_OFFER`, which is how the API writes kinds. */
export type UpperSnake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? Uppercase<First> : `_${First}`}${UpperSnake<Rest>}`
  : ''

export const upperSnake = <Name extends string>(name: Name): UpperSnake<Name> =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase() as UpperSnake<Name>
