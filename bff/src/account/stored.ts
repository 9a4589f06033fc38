import { type Knex, PERSONAL_DATA, type PersonalData } from '@dropwire/db';
import { PERSONAL_DATA_GROUPS, type PersonalDataGroupName } from '@dropwire/domain';

/** Rows per statement of an export. */
const PAGE = 500;

/** How many rows about a person each group has. */
export async function countStored(
	knex: Knex,
	discordId: string,
): Promise<{ group: PersonalDataGroupName; rows: number }[]> {
	const counted = await Promise.all(
		PERSONAL_DATA.map(async ({ group, table, person }) => {
			const [{ rows } = { rows: 0 }] = await knex(table as string)
				.where(person, discordId)
				.count<{ rows: number }[]>({ rows: '*' });
			return { group, rows };
		}),
	);
	return (Object.keys(PERSONAL_DATA_GROUPS) as PersonalDataGroupName[]).map((group) => ({
		group,
		rows: counted.reduce((sum, one) => sum + (one.group === group ? one.rows : 0), 0),
	}));
}

/** What is stored about a person, in pieces of JSON. */
export async function* exportStored(knex: Knex, discordId: string): AsyncGenerator<string> {
	yield '{"data":{';
	for (const [n, data] of PERSONAL_DATA.entries()) {
		yield `${n === 0 ? '' : ','}\n${JSON.stringify(data.name)}:[`;
		let separator = '';
		for await (const rows of pages(knex, data, discordId)) {
			yield separator + rows.map((row) => `\n${JSON.stringify(row)}`).join(',');
			separator = ',';
		}
		yield ']';
	}
	yield '}}\n';
}

type Stored = Record<string, unknown>;

async function* pages(knex: Knex, data: PersonalData, discordId: string): AsyncGenerator<Stored[]> {
	const { table, person, key, columns, of } = data;
	const own = (column: string) => (of ? `${table}.${column}` : column);
	for (let last: unknown; ;) {
		const after = last;
		const query = knex(table as string)
			.where(own(person), discordId)
			.orderBy(own(key))
			.limit(PAGE)
			.select({ [KEY]: own(key) }, ...columns.map(own));
		if (after !== undefined) void query.where(own(key), '>', after as string);
		if (of) {
			void query
				.join(of.table, `${of.table}.id`, own(of.id))
				.select(of.columns.map((column) => `${of.table}.${column}`));
		}
		const rows: Stored[] = await query;
		if (rows.length > 0) yield rows.map(({ [KEY]: _key, ...row }) => row);
		if (rows.length < PAGE) return;
		last = rows.at(-1)?.[KEY];
	}
}

/** The alias of the column by which pages continue. */
const KEY = 'exportKey';
