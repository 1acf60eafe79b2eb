-- What happens by itself to an appointment that nobody checks in or closes. A service's own, or null: the centre's.
ALTER TABLE tenants
  ADD COLUMN no_show_mode text NOT NULL DEFAULT 'MARK'
    CHECK (no_show_mode IN ('OFF', 'MARK', 'MARK_AND_PROPOSE_FEE', 'MARK_AND_CHARGE')),
  ADD COLUMN completion_mode text NOT NULL DEFAULT 'MARK' CHECK (completion_mode IN ('OFF', 'MARK')),
  ADD COLUMN completion_delay_minutes integer NOT NULL DEFAULT 60 CHECK (completion_delay_minutes BETWEEN 0 AND 1440);
ALTER TABLE services
  ADD COLUMN no_show_mode text CHECK (no_show_mode IN ('OFF', 'MARK', 'MARK_AND_PROPOSE_FEE', 'MARK_AND_CHARGE')),
  ADD COLUMN no_show_grace_minutes integer CHECK (no_show_grace_minutes BETWEEN 0 AND 1440),
  ADD COLUMN completion_mode text CHECK (completion_mode IN ('OFF', 'MARK')),
  ADD COLUMN completion_delay_minutes integer CHECK (completion_delay_minutes BETWEEN 0 AND 1440);

-- What a step will do, for steps whose effect depends on what the centre chose.
ALTER TABLE follow_up_steps ADD COLUMN description text;
