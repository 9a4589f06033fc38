import { SHARED_TEXTS } from '@dropwire/domain/texts';
import { account } from './account.ts';
import type { Texts } from '../types.ts';
import { access } from './access.ts';
import { editing } from './editing.ts';
import { errors } from './errors.ts';
import { links } from './links.ts';
import { notices } from './notices.ts';
import { product } from './product.ts';
import { status } from './status.ts';
import { watches } from './watches.ts';
import { why } from './why.ts';

export { commands } from './commands.ts';
export const texts: Texts = {
	...SHARED_TEXTS.pt,
	...links,
	...editing,
	...status,
	...errors,
	...product,
	...notices,
	...watches,
	...account,
	...access,
	...why,
};
