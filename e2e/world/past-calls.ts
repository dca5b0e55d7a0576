import { cast } from './cast';
import type { TestServer } from './server';
import { runSql } from './sql';

/** Calls of Luca to Giulia, three hours apart, newest first. Every fifth was missed; the last one was about a boiler. */
export const pastCalls = (server: TestServer, count: number): Promise<void> =>
  runSql(
    server,
    `with luca as (select id, company_id from contacts where email = '${cast.assisted.email}'),
          giulia as (select id from contacts where email = '${cast.operator.email}'),
          made as (
            insert into calls (id, company_id, caller_id, subject, crypto_schema, instant, started_at, answered_at, closed_at, reason, rings_until)
            select gen_random_uuid(), luca.company_id, luca.id,
              case when n = ${count} then 'The boiler leaks' else 'Feed pump P-204' end, 0, true,
              now() - n * interval '3 hours',
              case when n % 5 <> 0 then now() - n * interval '3 hours' + interval '8 seconds' end,
              now() - n * interval '3 hours' + interval '12 minutes',
              case when n % 5 = 0 then 'missed' else 'answered' end, now() - n * interval '3 hours' + interval '30 seconds'
            from luca, generate_series(1, ${count}) as n
            returning id, reason, started_at)
     insert into call_targets (call_id, contact_id, state, annotations_color, joined_at, left_at)
     select made.id, luca.id, 'left', '#e53935', made.started_at, made.started_at + interval '12 minutes' from made, luca
     union all
     select made.id, giulia.id, case when made.reason = 'missed' then 'missed' else 'left' end, '#1e88e5',
       case when made.reason = 'answered' then made.started_at + interval '8 seconds' end,
       case when made.reason = 'answered' then made.started_at + interval '12 minutes' end
     from made, giulia`,
  );
