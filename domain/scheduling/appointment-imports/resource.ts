import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { mentionedIn } from '#vocabulary/mentions.ts'
import { STAYS_ON_RECORD, CENTRE, ofChild, atOnce } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const appointmentImports = defineResource({
  permissions: {
    'appointment-imports': {
      about: 'imports of appointments from files, and their undo',
      centreOnly: ['read', 'write'],
      withoutFreshProof: DAILY_CARE,
      roles: { write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    appointmentImport: {
      prefix: 'aim',
      table: 'appointment_imports',
      audit: [
        'format',
        'sha256',
        'timeZone',
        'defaults',
        'notify',
        'ignoredColumns',
        'status',
        'failureCode',
        'failureDetail',
        'createdBy',
        'characters',
        'providerId',
        'reads',
        'rows',
        'checked',
      ],
    },
    appointmentImportRow: { prefix: 'air', table: 'appointment_import_rows' },
  },
  tables: {
    appointment_imports: { withoutPersonalData: CENTRE },
    appointment_import_rows: {
      child: of(ofChild, atOnce),
      mentions: {
        ...mentionedIn(
          (row) =>
            `(SELECT string_agg(v #>> '{}', ' ') FROM jsonb_path_query(${row}.source, '$.*') v)`,
          (row) => `${row}.child_id IS NULL`,
        ),
        erasing: [empty('AT_ONCE', 'source')],
      },
      nonPersonalColumns: ['pending', 'result', 'field', 'code', 'detail', 'conflicts_with', 'key'],
      movesWithChild: true,
      notFrozen: STAYS_ON_RECORD,
      derived: {
        columns: ['source', 'detail'],
        from: 'the file that was uploaded',
        takes: [],
        because: 'is read with the import, whose file it is',
      },
    },
    appointment_import_files: {
      mentions: {
        ...mentionedIn(
          (row) => `${row}.content`,
          () => 'false',
        ),
        erasing: [atOnce],
      },
      notFrozen: 'a file of the centre; whom it names is not known yet',
    },
  },
  constraints: {
    appointment_import_rows_once: {
      code: 'already_exists',
      path: 'external_id',
      message: 'This appointment was created by another import.',
    },
  },
})
