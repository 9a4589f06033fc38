import type { CommandTexts } from '../types.ts';

export const commands: CommandTexts = {
	setup: {
		name: '批量设置',
		description: '将多个地区的多个主题发送到一个频道',
		options: { channel: { name: '频道', description: '要发送到的频道、子区或论坛（默认：当前频道）' } },
	},
	link: {
		name: '订阅',
		description: '将主题发送到频道、子区或论坛',
		options: {
			region: { name: '地区', description: '要监控的地区' },
			topic: { name: '主题', description: '要发送的主题' },
			channel: { name: '频道', description: '要发送到的频道、子区或论坛（默认：当前频道）' },
			role: { name: '身份组', description: '消息要提及的身份组' },
			include: { name: '包含', description: '仅包含其中任一词语的商品，用逗号分隔' },
			exclude: { name: '排除', description: '排除包含其中任一词语的商品，用逗号分隔' },
			sizes: { name: '尺码', description: '仅这些尺码，用逗号分隔' },
			min_discount: { name: '最低折扣', description: '仅达到此折扣幅度（百分比）的商品' },
			max_price: { name: '最高价格', description: '仅不超过此价格的商品，以商店货币计' },
			post_name: {
				name: '帖子名称',
				description: '论坛帖子的名称，可使用 {title}、{sku} 或 {brand}（默认：{title}）',
			},
		},
	},
	edit: {
		name: '编辑',
		description: '更改订阅发送的内容：筛选、提及、静音时段',
		options: { link: { name: '订阅', description: '要编辑的订阅' } },
	},
	unlink: {
		name: '取消订阅',
		description: '移除订阅，频道将不再收到该主题',
		options: { link: { name: '订阅', description: '要移除的订阅' } },
	},
	links: { name: '订阅列表', description: '列出本服务器的订阅，可测试、暂停、编辑和移除' },
	topics: {
		name: '主题列表',
		description: '列出某地区的主题以及接收这些主题的频道',
		options: { region: { name: '地区', description: '地区' } },
	},
	test: {
		name: '测试',
		description: '通过订阅发送一条示例消息',
		options: { link: { name: '订阅', description: '要测试的订阅' } },
	},
	product: {
		name: '商品',
		description: '显示商品的状态、价格和尺码',
		options: {
			sku: { name: 'sku', description: 'SKU；也可输入标题中的词语并选择建议' },
			region: { name: '地区', description: '显示某一地区的详情（默认：所有地区的概览）' },
		},
	},
	drops: {
		name: '发售',
		description: '按日期列出某地区的发售',
		options: {
			region: { name: '地区', description: '地区（默认：美国）' },
			brand: { name: '品牌', description: '仅此品牌（默认：全部）' },
			days: { name: '天数', description: '未来多少天（默认：30）' },
		},
	},
	'drops-events': {
		name: '发售活动',
		description: '让本服务器的活动与发售保持一致',
		options: {
			state: { name: '设置', description: '管理活动（默认：显示当前设置）' },
			region: { name: '地区', description: '此地区的发售（默认：发售主题的发售）' },
		},
		choices: { on: '开启', off: '关闭' },
	},
	watch: {
		name: '关注',
		description: '商品有变化时通知你',
		options: {
			product: { name: '商品', description: 'SKU 或标题中的词；请选择一个建议' },
			sizes: { name: '尺码', description: '仅这些尺码，用逗号分隔（默认：全部）' },
			region: { name: '地区', description: '仅此地区（默认：全部）' },
			max_price: { name: '最高价格', description: '仅不超过此价格，以该地区货币计（未选地区时为 USD）' },
		},
	},
	watches: { name: '关注列表', description: '列出你关注的商品，可静音、暂停和移除' },
	why: {
		name: '为什么',
		description: '说明某商品的消息为何送达或未送达',
		options: {
			product: { name: '商品', description: 'SKU 或标题中的词；请选择建议' },
			when: { name: '时间', description: '几分钟前、该地区今天的 HH:MM 或 ISO 时间（默认：现在）' },
			region: { name: '地区', description: '地区（默认：检查该商品的第一个地区）' },
		},
	},
	account: { name: '账号', description: '显示存储的与你有关的数据，可导出和删除' },
	resale: {
		name: '转售',
		description: '显示各转售市场按尺码支付的金额',
		options: {
			sku: { name: 'sku', description: 'SKU；也可输入标题中的词语并选择建议' },
			brand: { name: '品牌', description: '品牌（默认：Nike）' },
			region: { name: '地区', description: '原价和 eBay 所在的地区（默认：美国）' },
		},
	},
	stores: {
		name: '门店',
		description: '显示附近门店中某商品的库存',
		options: {
			sku: { name: 'sku', description: 'SKU；也可输入标题中的词语并选择建议' },
			near: { name: '地点', description: '城市或邮政编码' },
			brand: { name: '品牌', description: '品牌（默认：Nike）' },
			region: { name: '地区', description: '门店所在的地区（默认：美国）' },
		},
	},
	connect: { name: '关联身份组', description: '显示在哪里将你在服务器中的身份组与这里的权限关联' },
	found: { name: '发现', description: '列出关键词监控发现的最新商品（仅限运营者）' },
	notices: {
		name: '通知',
		description: '查看或更改本服务器接收哪些通知',
		options: {
			shops: { name: '商店', description: '商店无法访问时的通知（默认：显示当前设置）' },
			links: { name: '订阅', description: '订阅失效时的通知（默认：显示当前设置）' },
		},
		choices: { on: '开启', off: '关闭' },
	},
	status: { name: '状态', description: '显示本服务器的消息、监控情况以及缺少的权限' },
	help: { name: '帮助', description: '列出所有命令' },
};
