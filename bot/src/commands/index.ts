import type { Command } from '../interactions/command.ts';
import { account } from './account.ts';
import { connect } from './connect.ts';
import { drops } from './drops.ts';
import { dropsEvents } from './dropsEvents.ts';
import { edit } from './edit.ts';
import { found } from './found.ts';
import { helpOf } from './help.ts';
import { link } from './link.ts';
import { links } from './links.ts';
import { notices } from './notices.ts';
import { product } from './product.ts';
import { resale } from './resale.ts';
import { setup } from './setup.ts';
import { status } from './status.ts';
import { stores } from './stores.ts';
import { test } from './test.ts';
import { topics } from './topics.ts';
import { unlink } from './unlink.ts';
import { watch } from './watch.ts';
import { watches } from './watches.ts';
import { why } from './why.ts';

const others: readonly Command[] = [
	setup,
	link,
	edit,
	unlink,
	links,
	topics,
	test,
	product,
	drops,
	dropsEvents,
	watch,
	watches,
	why,
	account,
	resale,
	stores,
	connect,
	found,
	notices,
	status,
];

/** Every command. To add one, create its file and list it here. */
export const COMMANDS: readonly Command[] = [...others, helpOf(others)];
