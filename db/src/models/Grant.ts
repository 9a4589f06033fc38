import type { GrantProvider, GrantSubject } from '@dropwire/domain';
import { Row } from './Row.ts';

/** What somebody bought, or what an operator gave a server. A person's manual grant is their row in `users`. */
export class Grant extends Row {
	static override tableName = 'grants';

	declare id: number;
	declare provider: GrantProvider;
	/** The provider's id. */
	declare externalId: string;
	declare subject: GrantSubject;
	/** The Discord id of the person or server. */
	declare subjectId: string;
	/** Who bought it for a server; null if unknown. */
	declare payerId: string | null;
	/** The id of a plan. */
	declare plan: string;
	declare startsAt: number;
	/** Null without an end. */
	declare endsAt: number | null;
	/** When the newest report was made: an older one changes nothing. */
	declare reportedAt: number;
	/** When the beginning was carried out; null before that, and again with other times. */
	declare beganAt: number | null;
	/** When the end was announced; null before that, and again with other times. */
	declare warnedAt: number | null;
	/** When the end was carried out; null before that, and again with other times. */
	declare endedAt: number | null;
}
