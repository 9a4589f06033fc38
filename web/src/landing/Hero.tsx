import { Channel } from './Channel.tsx';
import type { PageData } from './data.ts';
import { Film } from './Film.tsx';
import { Header } from './Header.tsx';
import { counted, durationOf } from './texts.ts';

/** The top of the page, dark in both themes like its film. */
export function Hero({ site, status, messages }: Omit<PageData, 'page'>) {
	return (
		<div className="top night" id="home">
			<Film />
			<Header plans={site.plans.length > 0} />
			<div className="hero">
				<section className="words" aria-labelledby="welcome">
					<p className="eyebrow">Welcome to Dropwire</p>
					<h1 id="welcome">The moment it drops, your server knows.</h1>
					<p>
						Dropwire watches sneaker, apparel and laptop shops and posts to your Discord server the moment a product is
						released, restocked or repriced, with stock per size.
					</p>
					{site.inviteUrl && (
						<a className="button" href="/invite" target="_blank" rel="noreferrer">
							Join our Discord
						</a>
					)}
					<a className={site.inviteUrl ? 'second' : 'button'} href="/dashboard/admin">
						Choose what your server receives
					</a>
					<Proof status={status} />
				</section>
				<Channel messages={messages} />
			</div>
		</div>
	);
}

/** What the service does right now; nothing if nothing can be said. */
function Proof({ status: { state, families, delay } }: Pick<PageData, 'status'>) {
	const products = families.reduce((sum, family) => sum + family.products, 0);
	if (state !== 'running' || products === 0) return null;
	return (
		<p className="proof">
			<span className="dot" aria-hidden="true" />
			<a href="/status">
				Watching {counted(products, 'product')} (counted per region) now
				{delay && `; half of the messages of the last hour took less than ${durationOf(delay.p50)}`}
			</a>
		</p>
	);
}
