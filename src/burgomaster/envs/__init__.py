"""The games as environments of other libraries: PettingZoo, Gymnasium, RLlib. Each module needs its library.

    from burgomaster.envs import pettingzoo          # turn by turn, every seat is an agent
    import burgomaster.envs.gymnasium                # one seat against bots, and thousands of games at once
    from burgomaster.envs import rllib               # many agents on a Ray cluster

Nothing below this layer imports it, and naming it loads no library.
"""
