/**
 * Statements sent before and after one that is planned once per connection, by indexes. PostgreSQL plans a
 * statement anew for its values as long as that seems to give a cheaper plan, and does not weigh how long
 * planning takes: for one with many tables and few rows, longer than all of its work. A plan that is kept must
 * use indexes even if the tables are nearly empty when it is made.
 * https://www.postgresql.org/docs/18/runtime-config-query.html#GUC-PLAN-CACHE-MODE
 */
export const PLANNED_ONCE = `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`
export const PLANNED_AS_NEEDED = `SELECT set_config('plan_cache_mode', 'auto', true), set_config('enable_seqscan', 'on', true)`
