/** Names of classes for `slot_taken` and `X-Request-Id`: `SlotTaken`, `XRequestId`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
