import type { Plan } from '@dropwire/contract';

/** The plans from the settings, side by side. */
export function Plans({ plans }: { plans: readonly Plan[] }) {
	return (
		<section aria-labelledby="plans">
			<h2 id="plans">Plans</h2>
			<ul className="plan-cards">
				{plans.map(({ name, price, features }) => (
					<li key={name} className="card">
						<h3>{name}</h3>
						<p className="plan-price">{price}</p>
						<ul>
							{features.map((feature) => (
								<li key={feature}>{feature}</li>
							))}
						</ul>
					</li>
				))}
			</ul>
		</section>
	);
}
