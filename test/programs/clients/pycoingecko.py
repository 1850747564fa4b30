"""Calls pycoingecko with a base address and prints the answers by method as JSON.

Arguments: the base address, with a slash at its end.
"""

import json
import sys

from pycoingecko import CoinGeckoAPI

client = CoinGeckoAPI(retries=0)
client.api_base_url = sys.argv[1]
coin = {"id": "bitcoin", "vs_currency": "usd"}
json.dump(
    {
        "ping": client.ping(),
        "price": client.get_price(ids="bitcoin,ethereum", vs_currencies="usd"),
        "currencies": client.get_supported_vs_currencies(),
        "list": client.get_coins_list(),
        "markets": client.get_coins_markets(vs_currency="usd"),
        "coin": client.get_coin_by_id("bitcoin"),
        "chart": client.get_coin_market_chart_by_id(days="max", **coin),
        "rates": client.get_exchange_rates(),
        "trending": client.get_search_trending(),
        "global": client.get_global(),
    },
    sys.stdout,
)
