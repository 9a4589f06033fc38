import type { Command } from './command.ts';
import { helpOf } from './help.ts';
import { link } from './link.ts';
import { links } from './links.ts';
import { product } from './product.ts';
import { status } from './status.ts';
import { test } from './test.ts';
import { topics } from './topics.ts';
import { unlink } from './unlink.ts';

const others: readonly Command[] = [link, unlink, links, topics, test, product, status];

/** Every command there is; a new one is a file and a word here. */
export const COMMANDS: readonly Command[] = [...others, helpOf(others)];
