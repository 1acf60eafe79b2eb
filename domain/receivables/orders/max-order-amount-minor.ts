/** The maximum value of a database integer: 21.5 million euros. */
export const MAX_ORDER_AMOUNT_MINOR = 2_147_483_647
