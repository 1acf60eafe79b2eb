/** What the database's integer holds: 21 million euros and a half. */
export const MAX_ORDER_AMOUNT_MINOR = 2_147_483_647
