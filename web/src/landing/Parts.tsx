import { Check } from 'lucide-react';
import type { PageData } from './data.ts';
import { IMPRESSIVE } from './Hero.tsx';
import { askAt, counted, durationOf, FAMILY_STATES, FEATURES, STEPS } from './texts.ts';

export function Steps() {
	return (
		<section id="how" className="part">
			<h2>From the shop to your channel in three steps</h2>
			<ol className="steps">
				{STEPS.map(({ title, text, picture, alt }, index) => (
					<li key={title}>
						<img src={`/landing/${picture}.webp`} alt={alt} width="400" height="250" loading="lazy" />
						<h3>
							<span className="number">{index + 1}</span> {title}
						</h3>
						<p>{text}</p>
					</li>
				))}
			</ol>
		</section>
	);
}

export function Features() {
	return (
		<section id="features" className="part">
			<h2>Features</h2>
			<ul className="features">
				{FEATURES.map(({ title, text }) => (
					<li key={title}>
						<h3>{title}</h3>
						<p>{text}</p>
					</li>
				))}
			</ul>
		</section>
	);
}

/** What is watched, with the figures of the status page. */
export function Watched({ status: { families } }: Pick<PageData, 'status'>) {
	return (
		<section id="watched" className="part">
			<h2>What is watched</h2>
			<ul className="families">
				{families.map(({ id, name, sells, state, regions, products, everyMs }) => (
					<li key={id}>
						<h3>{name}</h3>
						<p>{sells}</p>
						<p className="dim">
							{regions.length === 1 ? regions[0] : counted(regions.length, 'region')}
							{products >= IMPRESSIVE && ` · ${counted(products, 'product')}`}
							{everyMs !== null && `, each checked every ${durationOf(everyMs)}`}
						</p>
						<p className={`state ${state}`}>
							<span className="dot" aria-hidden="true" /> {FAMILY_STATES[state]}
						</p>
					</li>
				))}
			</ul>
			<p className="after">
				<a href="/status">See the live status</a>
			</p>
		</section>
	);
}

/** The plans of the settings; nothing if the operator offers none. */
export function Plans({ site }: Pick<PageData, 'site'>) {
	if (site.plans.length === 0) return null;
	const ask = askAt(site);
	return (
		<section id="plans" className="part">
			<h2>Plans</h2>
			<ul className="plans">
				{site.plans.map(({ name, price, features, rights = [], discordSku }) => (
					<li key={name} className="card">
						<h3>{name}</h3>
						<p className="price">{price}</p>
						<ul>
							{features.map((feature, index) => (
								<li key={index}>
									<Check size={16} aria-hidden="true" /> {feature}
								</li>
							))}
						</ul>
						{discordSku !== undefined && site.storeUrl !== null ? (
							<a className="button" href={site.storeUrl} aria-label={`Get ${name} in Discord's store`}>
								{rights.includes('premium') ? 'Get premium' : `Get ${name}`}
							</a>
						) : (
							<a className="button" href="/dashboard" aria-label={`Get started with ${name}`}>
								Get started
							</a>
						)}
					</li>
				))}
			</ul>
			{ask && (
				<p className="after">
					Questions about a plan? <a {...ask.link}>{ask.label}</a>
				</p>
			)}
		</section>
	);
}
