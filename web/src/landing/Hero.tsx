import { Channel } from './Channel.tsx';
import type { PageData } from './data.ts';
import { Film } from './Film.tsx';
import { PublicHeader } from '../ui/PublicHeader.tsx';
import { counted, durationOf, messagesOf, INVITATION } from './texts.ts';

/** The top of the page, dark in both themes like its film. */
export function Hero({ site, status, messages }: Pick<PageData, 'site' | 'status' | 'messages'>) {
	return (
		<div className="top night" id="home">
			<Film />
			<PublicHeader plans={site.plans.length > 0} />
			<div className="hero">
				<section className="words" aria-labelledby="welcome">
					<p className="eyebrow">Welcome to Dropwire</p>
					<h1 id="welcome">The moment it drops, your server knows.</h1>
					<p>
						Dropwire watches sneaker, apparel and laptop shops and posts to your Discord server the moment a product is
						released, restocked or repriced, with stock per size.
					</p>
					{site.inviteUrl && (
						<a className="button" {...INVITATION}>
							Join our Discord
						</a>
					)}
					<a className={site.inviteUrl ? 'second' : 'button'} href="/dashboard">
						See what you can use
					</a>
					<Proof status={status} />
				</section>
				<Channel messages={messages} />
			</div>
		</div>
	);
}

/** From this number of watched products on, the number says something to a visitor. */
export const IMPRESSIVE = 300;

/** What the service does right now; nothing if nothing can be said. */
function Proof({ status: { state, families, delay } }: Pick<PageData, 'status'>) {
	const products = families.reduce((sum, family) => sum + family.products, 0);
	if (state !== 'running' || products < IMPRESSIVE) return null;
	return (
		<p className="proof">
			<span className="dot" aria-hidden="true" />
			<a href="/status">
				Watching {counted(products, 'product')} now
				{delay && `; half of the ${messagesOf(delay)} took less than ${durationOf(delay.p50)}`}
			</a>
		</p>
	);
}
