/** The columns of an appointment's rules, from its tenant `t` and its service `s`, if any. */
export const AUTOMATION = `
  COALESCE(s.no_show_mode, t.no_show_mode) AS "noShowMode",
  COALESCE(s.no_show_grace_minutes, t.no_show_grace_minutes) AS "noShowGraceMinutes",
  COALESCE(s.completion_mode, t.completion_mode) AS "completionMode",
  COALESCE(s.completion_delay_minutes, t.completion_delay_minutes) AS "completionDelayMinutes"`
