/** `slot_taken` and `X-Request-Id` as a class is named in every language: `SlotTaken`, `XRequestId`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
